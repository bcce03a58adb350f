import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { jobConfig, scriptText } from '../../../../src/engines/jenkins/client/config-xml.ts';
import { isSameConfig, jobProperties } from '../../../../src/engines/jenkins/client/is-same-config.ts';
import type { JenkinsJob } from '../../../../src/engines/jenkins/client/jenkins-gateway.ts';
import { childOf, element, parseXml, printXml } from '../../../../src/engines/jenkins/client/xml-document.ts';
import { groovyString, groovyText } from '../../../../src/language/groovy/quote.ts';
import { MiniJenkins } from '../../../support/mini-jenkins.ts';

const job: JenkinsJob = {
  key: { namespace: 'demo', id: 'hello' },
  description: 'says [hello]',
  parameters: [
    { name: 'WHO', description: '', kind: 'string', defaultValue: 'a\r\n b ' },
    { name: 'SIZE', description: '', kind: 'choice', choices: ['(none)', 'big'] },
    { name: 'LOUD', description: '', kind: 'booleanParam', defaultValue: true },
    { name: 'FLOWGATE_SECRET_TOKEN', description: '', kind: 'credentials', defaultValue: '', required: true },
  ],
  script: "echo ['hello'].join('')\n",
};
const expected = jobConfig(job, { buildsToKeep: 100, disabled: false });
const fast = jobConfig({ ...job, durability: 'performance' }, { buildsToKeep: 100, disabled: false });
const printed = printXml(expected);

describe('XML', () => {
  it('is parsed back unchanged, whatever the text', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom(']', '&', '<', '>', '"', '\r', '\n', '\t', ' ', '🚀', '\u0085'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(text, text, (content, attribute) => {
        const root = element('root', [element('child', content, { name: attribute }), element('empty', '')]);
        const read = parseXml(printXml(root));
        expect(read?.children).toEqual(root.children);
      }),
    );
  });

  it.each(['', 'no xml', '<a>', '<a></b>', '<a/><b/>', '</a>', '<a', '<a><b></a></b>'])('is not %j', (text) => {
    expect(parseXml(text)).toBeUndefined();
  });
});

describe('the configuration of a job', () => {
  it('is XML 1.0 without a raw bracket', () => {
    expect(printed).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>/);
    expect(printed).not.toContain(']');
  });

  it('declares the parameters of the inputs, then those of the protocol', () => {
    const names = [...printed.matchAll(/<name>(\w+)<\/name>/g)].map(([, name]) => name);
    expect(names).toEqual([
      'WHO',
      'SIZE',
      'LOUD',
      'FLOWGATE_SECRET_TOKEN',
      'FLOWGATE_EXECUTION_ID',
      'FLOWGATE_INPUTS',
      'FLOWGATE_DIGEST',
    ]);
  });

  it('runs in the sandbox, keeps builds and allows concurrent ones', () => {
    expect(childOf(childOf(expected, 'definition'), 'sandbox')?.text).toBe('true');
    expect(printed).toContain('<numToKeep>100</numToKeep>');
    expect(printed).not.toContain('Concurrent');
  });

  it('reduces the durability only if the flow does', () => {
    const hint = childOf(childOf(childOf(fast, 'properties'), jobProperties.durability), 'hint');
    expect(hint?.text).toBe('PERFORMANCE_OPTIMIZED');
    expect(printXml(jobConfig({ ...job, durability: 'full' }, { buildsToKeep: 100, disabled: false }))).toBe(printed);
    expect(printed).not.toContain('Durability');
  });

  it('differs if the durability differs', () => {
    expect(isSameConfig(fast, fast)).toBe(true);
    expect(isSameConfig(fast, expected)).toBe(false);
    expect(isSameConfig(expected, fast)).toBe(false);
    expect(isSameConfig(parseXml(printXml(fast).replace('PERFORMANCE_OPTIMIZED', 'SURVIVABLE_NONATOMIC'))!, fast)).toBe(
      false,
    );
  });

  it('is equivalent after Jenkins has rewritten it', () => {
    const rewritten = printed
      .replace('version="1.0"', "version='1.1'")
      .replace('<flow-definition>', '<flow-definition plugin="workflow-job@1540">\n  <actions/>')
      .replaceAll('&#13;', '&#xd;')
      .replaceAll('&#93;', ']')
      .replaceAll('<description></description>', '<description/>')
      .replace('<artifactNumToKeep>', '<removeLastBuild>false</removeLastBuild><artifactNumToKeep>');
    expect(isSameConfig(parseXml(rewritten)!, expected)).toBe(true);
  });

  it.each([
    ['a text', (text: string) => text.replace('hello', 'hallo')],
    ['another default', (text: string) => text.replace('&#13;', '')],
    [
      'a missing parameter',
      (text: string) =>
        text.replace(
          /<hudson\.model\.BooleanParameterDefinition>[^]*?<\/hudson\.model\.BooleanParameterDefinition>/,
          '',
        ),
    ],
    [
      'an additional choice',
      (text: string) => text.replace('<string>big</string>', '<string>big</string><string>huge</string>'),
    ],
    ['no sandbox', (text: string) => text.replace('<sandbox>true', '<sandbox>false')],
    [
      'no concurrent builds',
      (text: string) =>
        text.replace(
          '<properties>',
          '<properties><org.jenkinsci.plugins.workflow.job.properties.DisableConcurrentBuildsJobProperty/>',
        ),
    ],
  ])('is another one with %s', (_, change) => {
    const changed = change(printed);
    expect(changed).not.toBe(printed);
    expect(isSameConfig(parseXml(changed)!, expected)).toBe(false);
  });
});

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
    expect(build.error).toBeNull();
    const line = build.console.split('\n').find((text) => text.startsWith('['));
    return JSON.parse(line ?? 'null') as unknown;
  }
});
