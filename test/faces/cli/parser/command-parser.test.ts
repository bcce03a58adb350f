import { describe, expect, test } from 'vitest';
import { defineCommand } from '../../../../src/faces/cli/declaration/command-declaration.ts';
import { parseCommand } from '../../../../src/faces/cli/parser/command-parser.ts';
import { Printer } from '../../../../src/faces/cli/printer.ts';

const declaration = defineCommand({
  summary: 'paint something',
  description: 'Paints.\n\nTwice, if\nneeded.',
  arguments: {
    THING: { summary: 'what to paint' },
    PLACE: { summary: 'where', optional: true, repeated: true },
  },
  options: {
    colour: { value: 'COLOUR', short: 'c', allowed: ['Red', 'green'], default: 'green', summary: 'the colour' },
    coats: { value: 'N', integer: { min: -2, max: 5 }, summary: 'how often' },
    note: { value: 'TEXT', repeated: true, variable: 'PAINT_NOTE', summary: 'a note' },
    'dry-run': { summary: 'paint nothing' },
  },
  exit: { 1: 'the thing was not painted' },
  environment: { PAINT: 'the paint' },
  examples: { 'flowgate paint door': 'Paint a door' },
  run: async () => undefined,
});

function parse(args: readonly string[], columns = 80, isColoured = false) {
  let text = '';
  const stdout = new Printer({ write: (piece) => (text += piece), isTTY: true, columns }, isColoured);
  return { input: parseCommand({ name: 'paint', declaration }, args, { stdout }), text };
}

describe('parseCommand', () => {
  test('gives every option a value', () => {
    expect(parse(['door']).input).toEqual({
      args: { THING: 'door', PLACE: [] },
      options: { colour: 'green', coats: undefined, note: [], 'dry-run': false },
    });
  });

  test.each([
    ['options after arguments', ['door', '--dry-run', 'hall'], { THING: 'door', PLACE: ['hall'] }, { 'dry-run': true }],
    ['--option=value', ['door', '--colour=red'], {}, { colour: 'Red' }],
    ['a short option', ['-c', 'RED', 'door'], {}, { colour: 'Red' }],
    ['a value next to its letter', ['-cred', 'door'], {}, { colour: 'Red' }],
    ['repeated options, in order', ['--note', 'b', 'door', '--note', 'a'], {}, { note: ['b', 'a'] }],
    ['negative values', ['door', '--coats', '-2'], {}, { coats: -2 }],
    ['values that look like options', ['door', '--note', '--soon', '--note=-x'], {}, { note: ['--soon', '-x'] }],
    ['arguments after --', ['--', '--door', '-x'], { THING: '--door', PLACE: ['-x'] }, {}],
    ['- as an argument', ['-'], { THING: '-' }, {}],
  ])('accepts %s', (_what, args, words, options) => {
    expect(parse(args).input).toMatchObject({ args: words, options });
  });

  test.each([
    [[], 'paint requires THING: what to paint (usage: flowgate paint [options] THING [PLACE...]).'],
    [
      ['door', '--color', 'red'],
      'unknown option --color; available options: --coats, --colour, --dry-run, --help, --note. Did you mean "--colour"?',
    ],
    [['door', '-x'], 'unknown option -x; available options: --coats, --colour, --dry-run, --help, --note.'],
    [['door', '--colour', 'blu'], '--colour is "blu"; allowed: Red, green.'],
    [['door', '--colour', 'gren'], '--colour is "gren"; allowed: Red, green. Did you mean "green"?'],
    [['door', '--colour'], '--colour requires a value: COLOUR.'],
    [['door', '--coats', '6'], '--coats is "6"; it must be an integer from -2 to 5.'],
    [['door', '--coats', '1.5'], '--coats is "1.5"; it must be an integer from -2 to 5.'],
  ])('rejects %j', (args, message) => {
    expect(() => parse(args)).toThrow(message);
  });
});

describe('--help', () => {
  test('shows everything that is declared', () => {
    const { input, text } = parse(['--help']);
    expect(input).toBeUndefined();
    expect(text).toBe(`Usage: flowgate paint [options] THING [PLACE...]

Paints.

Twice, if needed.

Arguments:
  THING                what to paint
  [PLACE...]           where

Options:
  -c, --colour COLOUR  the colour (Red, green; default: green)
      --coats N        how often
      --note TEXT      a note (can be repeated; or PAINT_NOTE)
      --dry-run        paint nothing
  -h, --help           show this help

Environment:
  PAINT_NOTE  used if --note is absent
  PAINT       the paint

Exit status:
  0  success
  1  the thing was not painted
  2  the command failed because of wrong options, files, configuration or a
     server

Examples:
  # Paint a door
  flowgate paint door
`);
  });

  test('wraps to the terminal, with a limit', () => {
    const longest = (columns: number) =>
      Math.max(
        ...parse(['-h'], columns)
          .text.split('\n')
          .map(({ length }) => length),
      );
    expect(longest(60)).toBeLessThanOrEqual(60);
    expect(longest(500)).toBeLessThanOrEqual(110);
  });

  test('has colours only if they are shown', () => {
    expect(parse(['--help'], 80, true).text).toContain('\u001b[1mUsage:\u001b[0m');
    expect(parse(['--help']).text).not.toContain('\u001b');
  });
});
