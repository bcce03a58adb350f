import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretMask } from '../../../src/base/masking/secret-mask.ts';

const secret = 'github_pat_11ABCDEFG0~~?>abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-and-more';

/** How a program prints the lines of a string. */
type Print = (lines: readonly string[]) => string;

const eachLine =
  (before: (line: number) => string, after = ''): Print =>
  (lines) =>
    lines.map((line, index) => `${before(index)}${line}${after}`).join('\n');

const prints: Readonly<Record<string, Print>> = {
  'an indent': eachLine(() => '    '),
  'a tab and a carriage return': eachLine(() => '\t', '\r'),
  BuildKit: eachLine((line) => `#12 ${(9.9 + line / 10).toFixed(3)} `),
  Compose: eachLine(() => 'web-1  | '),
  'Compose with colours': eachLine(() => '\u001b[36mweb-1  | \u001b[0m'),
  'timestamps of Jenkins': eachLine((line) => `[2026-11-29T01:02:0${line}.345Z] `),
  Kubernetes: eachLine((line) => `2026-11-29T01:02:03.45678901${line}Z stdout F `),
  'a comment': eachLine(() => '# '),
  'a comment without a space': eachLine(() => '//'),
  diff: eachLine(() => '+'),
  'a pipe without a space': eachLine(() => 'app|'),
  'strings of Python': eachLine((line) => (line === 0 ? 'KEY = ("' : '       "'), '"'),
  'strings of JavaScript': eachLine(() => "  '", "' +"),
  'a list': eachLine(() => '  "', '",'),
  'a shell': eachLine(() => '', ' \\'),
  'a field of YAML': eachLine((line) => (line === 0 ? '  token: ' : '    ')),
  JSON: (lines) => `{"data":"${lines.join(String.raw`\n`)}","x":1}`,
  'JSON from Windows': (lines) => `{"data":"${lines.join(String.raw`\r\n`)}"}`,
  'JSON in JSON': (lines) => `{"data":"{\\"x\\":\\"${lines.join(String.raw`\\n`)}\\"}"}`,
  'JSON of an indented string': (lines) => `"${lines.map((line) => `  ${line}`).join(String.raw`\n`)}\\n"`,
  'a log of JSON': (lines) => lines.map((line) => `{"log":"${line}\\n","stream":"stdout"}`).join('\n'),
};

function linesOf(before: string, width: number, encoding: BufferEncoding): readonly string[] {
  const encoded = Buffer.from(`${before}${secret}\n`).toString(encoding);
  return encoded.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
}

function inPieces(mask: SecretMask, text: string, size: number): string {
  let masked = '';
  for (let at = 0; at < text.length; at += size) masked += mask.push(text.slice(at, at + size));
  return masked + mask.end();
}

/** The longest part of some lines that is shown, in characters. */
function longestShown(shown: string, lines: readonly string[]): number {
  const all = lines.join('');
  for (let length = all.length; length > 0; length--)
    for (let at = 0; at + length <= all.length; at++) if (shown.includes(all.slice(at, at + length))) return length;
  return 0;
}

describe.each(Object.entries(prints))('in the lines of %s', (_name, print) => {
  it.each([
    ['', 76, 'base64'],
    ['u', 64, 'base64'],
    ['us', 76, 'base64url'],
    ['a user with a longer name:', 64, 'base64'],
    ['', 60, 'hex'],
  ] as const)('a secret after %j is masked, wrapped at %i in %s', (before, width, encoding) => {
    const lines = linesOf(before, width, encoding);
    const mask = new SecretMask([secret]);
    const text = `begin\n${print(lines)}\nend`;
    const masked = mask.apply(text);
    // What is shown is from before the secret, or less than a byte of it.
    expect(longestShown(masked, lines)).toBeLessThanOrEqual(Math.ceil((before.length * 4) / 3) + 4);
    expect(masked).toMatch(/^begin\n[^]*\*{4}[^]*\nend$/);
    for (const size of [1, 2, 3, 7, 63, 64, 65, 100]) expect(inPieces(mask, text, size)).toBe(masked);
  });
});

describe('wrapped lines', () => {
  it('of other strings are unchanged, even if they have parts of a secret', () => {
    const other = fc.array(
      fc.oneof(
        fc.constantFrom('\n', '    ', '"', ' \\\n', '\\n', '#12 0.3 ', '='),
        fc.integer({ min: 0, max: 90 }).map((at) =>
          Buffer.from(secret)
            .toString('base64')
            .slice(at, at + 40),
        ),
      ),
      { maxLength: 30 },
    );
    const mask = new SecretMask([secret]);
    const whole = Buffer.from(secret).toString('base64');
    fc.assert(
      fc.property(other, (pieces) => {
        const text = pieces.join('');
        const bare = text.replaceAll(/[^A-Za-z0-9+/=]|\\n/g, '');
        fc.pre(!bare.includes(whole.slice(0, 60)));
        expect(mask.apply(text)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it('are released when the next line does not continue a secret', () => {
    const mask = new SecretMask([secret]);
    const [first = ''] = linesOf('', 76, 'base64');
    expect(mask.push(`${first}\n`)).toBe('');
    expect(mask.push(`    ${'x'.repeat(100)}\n`)).toBe(`${first}\n    ${'x'.repeat(100)}\n`);
  });

  it('of a string that repeats itself are masked, in any number', () => {
    const mask = new SecretMask(['\0'.repeat(20_000)]);
    const text = `${'A'.repeat(76)}\n`.repeat(2_000);
    expect(mask.apply(text) === '****\n').toBe(true);
  });
});
