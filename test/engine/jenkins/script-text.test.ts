import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { groovyString, groovyText } from '../../../src/groovy/quote.ts';
import { scriptText } from '../../../src/engine/jenkins/script-text.ts';
import { MiniJenkins } from '../../support/mini-jenkins.ts';

/** Texts of the characters that can get in each other's way. */
const awkwardText = fc.string({
  unit: fc.constantFrom('\\', ']', '[', 'u', '0', "'", '\n', 'x', '5', 'd', '$', '日'),
  maxLength: 30,
});

describe('a script as it is sent', () => {
  const jenkins = new MiniJenkins();
  afterAll(() => jenkins.close());

  it('has no closing square bracket', () => {
    fc.assert(fc.property(awkwardText, (text) => !scriptText(text).includes(']')));
    expect(scriptText('[]')).toBe('[\\u005d');
  });

  it('leaves everything else as it is', () => {
    expect(scriptText("echo 'a\\\\b ${c} \\\\n'\n")).toBe("echo 'a\\\\b ${c} \\\\n'\n");
  });

  it('means the same to Groovy in literals of one and of several lines', async () => {
    const texts = fc.sample(awkwardText, 300);
    const literals = texts.flatMap((text) => [groovyString(text), groovyText(text)]);
    const script = `List read() {\nreturn [\n${literals.join(',\n')}\n]\n}\necho groovy.json.JsonOutput.toJson(read())\n`;
    expect(await echoed(scriptText(script))).toEqual(texts.flatMap((text) => [text, text]));
  });

  it('means the same to Groovy in code, patterns between slashes, interpolated texts and comments', async () => {
    const script = String.raw`
      // a comment ] \] \\] \\\]
      List list = [['a', 'b'], [1]]
      String index = "${'$'}{list[0][1]} ]"
      boolean found = ('x]y' ==~ /x\]y/) && ('x\\]' ==~ /x\\\]/) && ('b' ==~ /[a-c]/)
      echo groovy.json.JsonOutput.toJson([index, found, /[\]\\]/.toString()])
    `;
    expect(await echoed(scriptText(script))).toEqual(['b ]', true, '[\\]\\\\]']);
  });

  async function echoed(script: string): Promise<unknown> {
    const build = await jenkins.run(script);
    expect(build.fault).toBeNull();
    const line = build.console.split('\n').find((text) => text.startsWith('['));
    return JSON.parse(line ?? 'null') as unknown;
  }
});
