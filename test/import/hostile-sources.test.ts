import { describe, expect, test } from 'vitest';
import { loadLanguage } from '../../src/faces/cli/flows/load-language.ts';
import { importJob } from '../../src/import/import-job.ts';
import { readFoundJob } from '../../src/import/jobs/found-job.ts';
import { importLimits } from '../../src/import/mapping/context/import-budget.ts';
import { hostileSources } from '../support/hostile-sources.ts';

const { taskTypes, check } = await loadLanguage({});

/** What the job became, in plain data; undefined for what is no job. */
function imported(text: string) {
  const { pipeline } = readFoundJob('Jenkinsfile', text);
  if (pipeline === undefined) return undefined;
  const options = { id: 'job', namespace: 'tests', name: 'Jenkinsfile', rules: {}, taskTypes };
  return importJob(pipeline, { ...options, check: (yaml) => check(yaml).problems });
}

/** The others are long: `npm run test:hard` sends all to a gateway. */
const small = Object.entries(hostileSources).filter(([, text]) => text.length < 3_500);

/** Long ones that took up to half a minute. */
const once = ['a folder of many slashes', 'many assignments', 'many lines of comments', 'reasons in reasons'];
const long = once.map((name) => [name, hostileSources[name] ?? ''] as const);

describe('a small source that would compute without end', () => {
  test.each([...small, ...long])('such as %s is a valid flow of limited size', (_, text) => {
    const result = imported(text);
    expect(result?.warnings.filter(({ severity }) => severity === 'error') ?? []).toEqual([]);
    expect(result?.flow.length ?? 0).toBeLessThan(importLimits.total);
  });

  test.each([
    ['doubled in templates', /longer than 32 KB, which is all that the import computes/],
    ['doubled in environment', /longer than 32 KB/],
    ['doubled in withEnv', /longer than 32 KB/],
    ['reasons in reasons', /the values of 1000 names, and no more/],
    ['steps that call each other', /has computed 1024 KB of values and called methods for the job/],
    ['a matrix of many cells', /more than 1000 combinations/],
    ['a matrix of many excludes', /more than 1000 combinations/],
  ])('such as %s says why it is by hand', (name, why) => {
    const findings = imported(hostileSources[name] ?? '')?.findings ?? [];
    const messages = findings.filter(({ outcome }) => outcome === 'by hand').map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringMatching(why));
  });

  test('is computed up to the limits', () => {
    const flow = imported(`def a = "x"\ndef b = "\${a}\${a}"\ndef c = "\${b}\${b}"\nnode { sh "echo \${c}" }`)?.flow;
    expect(flow).toContain('echo xxxx');
  });
});
