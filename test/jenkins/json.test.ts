import { afterAll, describe, expect, it } from 'vitest';
import { groovyList, groovyString } from '../../src/language/groovy/quote.ts';
import { acceptedJson, compactByNode, rejectedJson } from '../support/json-cases.ts';
import { RealJenkins } from '../support/real-jenkins.ts';
import { jsonFunctions } from '../support/run-json.ts';

describe.skipIf(!process.env.JENKINS_URL)('The JSON functions of the pipeline runtime on a real controller', () => {
  const jenkins = process.env.JENKINS_URL ? new RealJenkins() : undefined!;
  afterAll(() => jenkins?.removeAll());

  it('run in the sandbox, as they do in plain Groovy', async () => {
    const texts = [...acceptedJson, ...rejectedJson].filter(({ length }) => length < 1500);
    const build = await jenkins.run(
      'compact',
      `${jsonFunctions}
List texts = ${groovyList(texts.map(groovyString))}
for (int at = 0; at < texts.size(); at++) echo("case \${at}: \${compactJson(texts[at])}")
`,
    );
    expect(build.result).toBe('SUCCESS');
    for (const [index, text] of texts.entries()) {
      const compact = acceptedJson.includes(text) ? compactByNode(text) : 'null';
      expect(build.console.split('\n')).toContain(`case ${index}: ${compact}`);
    }
  });

  it('return values that a build can serialize between steps', async () => {
    const text =
      '{"b": [1, 2.5, 12345678901234567890, {"x\\u0022": [true, null]}], "a\\n": " {\\u00e9}", "c": 9007199254740993}';
    const build = await jenkins.run(
      'values',
      `${jsonFunctions}
String text = ${groovyString(text)}
Map fields = jsonFields(text)
Object value = jsonValue(text)
sleep(time: 1, unit: 'MILLISECONDS')
echo(jsonString(fields.toString()))
echo(jsonString(value.toString()))
`,
    );
    const lines = build.console.split('\n');
    expect(build.result).toBe('SUCCESS');
    expect(lines).toContain(
      JSON.stringify('[b:[1,2.5,12345678901234567890,{"x\\"":[true,null]}], a\n:" {é}", c:9007199254740993]'),
    );
    expect(lines).toContain(
      JSON.stringify('[b:[1, 2.5, 12345678901234567890, [x":[true, null]]], a\n: {é}, c:9007199254740993]'),
    );
  });
});
