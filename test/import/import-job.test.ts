import { describe, expect, test } from 'vitest';
import { loadLanguage } from '../../src/faces/cli/flows/load-language.ts';
import { importJenkinsfile, importJob } from '../../src/import/import-job.ts';
import { readJob } from '../../src/import/pipeline/read-config-xml.ts';
import { readJobPipeline } from '../../src/import/pipeline/read-job-pipeline.ts';

const { taskTypes, check } = await loadLanguage({});
const options = {
  id: 'job',
  namespace: 'tests',
  name: 'Jenkinsfile',
  rules: {},
  taskTypes,
  check: (flow: string) => check(flow).problems,
};
const imported = (text: string) => importJenkinsfile(text, options);

describe('an import', () => {
  test.each(['', 'pipeline {', 'pipeline { agent any }', 'not a pipeline at all', '}}}}', '\u0000\u001B[31m'])(
    'of %j is a valid flow',
    (text) => {
      expect(imported(text).warnings.filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );

  test('keeps what it cannot express as the description of a task that fails', () => {
    const { flow, findings } = imported('pipeline { agent any\n stages { stage("A") { steps { frobnicate 42 } } } }');
    expect(flow).toContain('description: frobnicate 42');
    expect(flow).toMatch(/commands:\n +- .*By hand, line 2: frobnicate .*\n +- exit 1/);
    expect(findings.map(({ construct, outcome }) => `${construct}: ${outcome}`)).toContain('frobnicate: by hand');
  });

  test.each([
    ['true', true],
    ['false', false],
  ])('stops the other branches with failFast %s: %s', (value, expected) => {
    const branches = "parallel { stage('A') { steps { sh 'a' } }\n stage('B') { steps { sh 'b' } } }";
    const { flow } = imported(`pipeline { agent any\n stages { stage('S') { failFast ${value}\n ${branches} } } }`);
    expect(flow.includes('fail_fast: true')).toBe(expected);
  });

  test('calls no method whose name several have, and none of a class', () => {
    const methods = "def go(a) { sh 'a' }\ndef go(a, b) { sh 'b' }\nclass X { def build(y) { y } }\n";
    const { findings } = imported(`${methods}node { go('x')\n build 'job' }`);
    expect(findings.map(({ construct, outcome }) => `${construct}: ${outcome}`)).toContain('go: by hand');
    expect(findings.filter(({ construct }) => construct === 'build').map(({ message }) => message)).not.toContain(
      'the steps of build are written here',
    );
  });

  test.each([
    [
      'a freestyle job',
      '<project><builders><hudson.tasks.Shell><command>make</command></hudson.tasks.Shell></builders>',
    ],
    ['a job with nothing to do', '<project>'],
    ['a pipeline', "<flow-definition><definition><script>node { sh 'make' }</script></definition>"],
    ['a pipeline with stages', `<flow-definition><definition><script>${declarative}</script></definition>`],
  ])('of %s that is disabled is a disabled flow', (_, start) => {
    const root = /^<([a-z-]+)/.exec(start)?.[1] ?? '';
    for (const isDisabled of [true, false]) {
      const { flow, findings } = importedJob(`${start}<disabled>${String(isDisabled)}</disabled></${root}>`);
      expect(/^disabled: true$/m.test(flow)).toBe(isDisabled);
      const said = findings.filter(({ construct }) => construct === 'option disabled').map(({ message }) => message);
      expect(said).toEqual(isDisabled ? ['the flow is disabled'] : []);
    }
  });
});

const declarative = "pipeline { agent any\n stages { stage('A') { steps { sh 'make' } } } }";

function importedJob(xml: string) {
  const job = readJob(xml);
  if (job.kind === 'freestyle') return importJob(job.pipeline, options);
  if (job.kind !== 'pipeline') throw new Error(`This is a job of the kind ${job.kind}`);
  return importJob(readJobPipeline(job, job.script ?? ''), options);
}
