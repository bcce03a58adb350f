import { describe, expect, it } from 'vitest';
import { sourceOf } from '../../../src/language/groovy/groovy-code.ts';
import { emitPiece } from '../../../src/language/task-types/emit-piece.ts';
import { evaluatePiece, PieceTooLarge } from '../../../src/language/task-types/evaluate-piece.ts';
import {
  boolean,
  isPiece,
  list,
  map,
  message,
  messageLines,
  messages,
  nodeOf,
  number,
  program,
  text,
  type Piece,
} from '../../../src/language/task-types/piece.ts';

const attack = "'); sh 'id'; //";
const made = text('text');

/** Values in the place of a piece in code that is not type-checked. */
const impostors: readonly (readonly [string, unknown])[] = [
  ['a string', attack],
  ['a list', [attack]],
  ['the shape of a piece', { kind: 'text', text: attack }],
  ['an object derived from a piece', Object.create(made)],
  ['another object of its class', Object.create(Object.getPrototypeOf(made) as object)],
  ['a proxy of a piece', new Proxy(made, {})],
  ['null', null],
];

it.each(impostors)('%s is not a piece', (_, impostor) => {
  const piece = impostor as Piece; // the compiler would reject it
  expect(isPiece(piece)).toBe(false);
  expect(() => nodeOf(piece)).toThrow(TypeError);
  expect(() => list([piece])).toThrow(TypeError);
  expect(() => map({ piece })).toThrow(TypeError);
  expect(() => emitPiece(piece)).toThrow(TypeError);
});

it('is created only from values of its type', () => {
  expect(() => text(5 as unknown as string)).toThrow('Expected a string');
  expect(() => number(attack as unknown as number)).toThrow('Expected a number');
  expect(() => number(Number.NaN)).toThrow('Expected a number');
  expect(() => boolean(attack as unknown as boolean)).toThrow('Expected a boolean');
});

it('cannot be changed afterwards', () => {
  expect(() => Object.assign(made, { text: attack })).toThrow(TypeError);
  expect(() => Object.assign(nodeOf(made), { text: attack })).toThrow(TypeError);
});

describe('a piece', () => {
  const values: Readonly<Record<string, string>> = { NAME: 'Ada', COUNT: '3', ON: 'true' };
  const world = { value: (name: string) => values[name] ?? '', programs: new Map([['a.support.sh', 'echo a\n']]) };

  it.each([
    ['a text', text("it's {{ inputs.name }}"), "'it\\'s {{ inputs.name }}'", "it's {{ inputs.name }}"],
    ['a message', message('Hello {{ inputs.name }}'), '"Hello ${NAME}"', 'Hello Ada'],
    ['a message without a value', message('[{{ inputs.none }}]'), '"[${NONE}]"', '[]'],
    ['lines', messageLines(['a', '{{ inputs.name }}']), '["a", "${NAME}"].join(\'\\n\')', 'a\nAda'],
    ['messages', messages(['a', '{{ inputs.name }}'])!, '["a", "${NAME}"]', ['a', 'Ada']],
    ['a number', number(5), '5', 5],
    ['a reference for a number', number('{{ inputs.count }}', 1), "numberValue(frame, 'COUNT', 1)", 3],
    ['one without a value', number('{{ inputs.none }}', 1), "numberValue(frame, 'NONE', 1)", 1],
    ['one without a default', number('{{ inputs.none }}'), "numberValue(frame, 'NONE', null)", null],
    ['a boolean', boolean(true), 'true', true],
    ['a reference for a boolean', boolean('{{ inputs.on }}'), "booleanValue(frame, 'ON', false)", true],
    ['a map', map({ 'a.sh': text('x'), b: undefined }), "['a.sh': 'x']", { 'a.sh': 'x' }],
    ['a program', program('a.support.sh'), 'a_support_sh()', 'echo a\n'],
  ])('%s has a value, which is the same in Groovy', (_, piece, groovy, value) => {
    expect(sourceOf(emitPiece(piece).code)).toBe(groovy);
    expect(evaluatePiece(piece, world)).toEqual(value);
  });

  it('names the variables that it needs where it is printed', () => {
    const piece = map({ a: message('{{ inputs.name }}'), b: list([message('{{ inputs.count }}')]) });
    expect(emitPiece(piece).names).toEqual(['NAME', 'COUNT']);
  });

  it('has a limit for values to which it refers thousands of times', () => {
    const large = { ...world, value: () => 'x'.repeat(60_000) };
    const seventeen = Array(17).fill('{{ inputs.name }}');
    expect(String(evaluatePiece(message(seventeen.join('')), large))).toHaveLength(17 * 60_000);
    for (const piece of [
      message('{{ inputs.name }}'.repeat(6_000)),
      messageLines(Array(6_000).fill('{{ inputs.name }}')),
      list(Array(6_000).fill(message('{{ inputs.name }}'))),
    ])
      expect(() => evaluatePiece(piece, large)).toThrow(PieceTooLarge);
  });

  it('rejects a program that the task type does not have', () => {
    expect(() => evaluatePiece(program('b.support.sh'), world)).toThrow('no program b.support.sh');
  });
});
