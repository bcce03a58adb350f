import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { GroovyCode } from '../../../src/language/groovy/groovy-code.ts';
import {
  groovyComment,
  groovyMap,
  groovyMapBlock,
  groovyNumber,
  groovyString,
  groovyText,
} from '../../../src/language/groovy/quote.ts';
import { MiniJenkins } from '../../support/mini-jenkins.ts';

const awkward = [
  '',
  "'",
  "''",
  "it's",
  "three ''' and four '''' quotes",
  "ends in a quote\n'",
  "lines\n'''\nand \"\"\" quotes''",
  "lines that end in three\n'''",
  'back\\slash \\n \\u0041 \\\\u0041 ends in \\',
  '$HOME ${HOME} $$ `ticks` {{.Names}} %s',
  'tab\tcarriage\r\nreturn\rform\ffeed \u0001\u001b[31m',
  'bidirectional \u202e text \u2066 \ufeff and \u2028 separators',
  '日本語 🚀 \uffff \ufffe',
  '\n',
  '\n\n  indented\n\ttabbed\n',
  'x'.repeat(70_000),
  '🚀'.repeat(40_000),
  `${'line of some text\n'.repeat(9000)}end`,
];

describe('quoting as Groovy', () => {
  const jenkins = new MiniJenkins();
  afterAll(() => jenkins.close());

  /** What Groovy reads from the literals, each of which is written to a file. */
  async function readBack(literals: readonly GroovyCode[]): Promise<string[]> {
    const methods = literals.map((literal, index) => `String text_${index}() {\n return ${literal}\n}`);
    const calls = literals.map((_, index) => `writeFile(file: 'text-${index}', text: text_${index}())`);
    const build = await jenkins.run([...calls, ...methods].join('\n'));
    expect(build.error).toBeNull();
    return literals.map((_, index) => readFileSync(join(build.workspace, `text-${index}`), 'utf8'));
  }

  it.each([
    ['one line', groovyString],
    ['several lines', groovyText],
  ])('preserves every string: %s', async (_, quote) => {
    const random = fc.sample(fc.string({ unit: fc.constantFrom(...`'"\\$\n\r\t{}u0041 é🚀`), maxLength: 40 }), 150);
    const texts = [...awkward, ...random];
    expect(await readBack(texts.map(quote))).toEqual(texts);
  });

  it('keeps shell code readable', () => {
    expect(String(groovyText('printf \'%s\' "${NAME}"\ndate\n'))).toBe("'''\\\nprintf '%s' \"${NAME}\"\ndate\n'''");
  });

  it('prints integers, larger integers and fractions with their Groovy types', () => {
    expect([5, -1, 2 ** 31, 0.5, 1e21].map((number) => String(groovyNumber(number)))).toEqual([
      '5',
      '-1',
      '2147483648L',
      '0.5d',
      '1e+21d',
    ]);
  });

  it('quotes only map keys that need it', () => {
    expect(String(groovyMap({ id: groovyString('a'), 'two words': groovyNumber(2), none: undefined }))).toBe(
      "[id: 'a', 'two words': 2]",
    );
    expect(String(groovyMap({}))).toBe('[:]');
  });

  it('prints a map with a long text as a block, and changes no line of the text', () => {
    expect(String(groovyMapBlock({ id: groovyString('a') }))).toBe("[id: 'a']");
    expect(String(groovyMapBlock({ id: groovyString('a'), text: groovyText('b\n  c\n') }, 4))).toBe(
      "[\n      id: 'a',\n      text: '''\\\nb\n  c\n''',\n    ]",
    );
  });

  it('keeps a comment on its line, even with an escaped line break', async () => {
    const comments = ['a\nb', 'a\\u000ab()', 'a\u2028b', '\u202eevil'].map((text) => `// ${groovyComment(text)}`);
    expect(comments.join('')).not.toMatch(/[\n\u2028\u202e]/);
    expect((await jenkins.run(`${comments.join('\n')}\necho 'done'`)).console).toBe('done\n');
  });
});
