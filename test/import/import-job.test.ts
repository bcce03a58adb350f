import { describe, expect, test } from 'vitest';
import { loadLanguage } from '../../src/cli/flows/load-language.ts';
import { importJenkinsfile } from '../../src/import/import-job.ts';

const { taskTypes, check } = await loadLanguage({});
const imported = (text: string) =>
  importJenkinsfile(text, {
    id: 'job',
    namespace: 'tests',
    name: 'Jenkinsfile',
    rules: {},
    taskTypes,
    check: (flow) => check(flow).problems,
  });

describe('an import', () => {
  test.each(['', 'pipeline {', 'pipeline { agent any }', 'not a pipeline at all', '}}}}', '\u0000\u001B[31m'])(
    'of %j is a valid flow',
    (text) => {
      expect(imported(text).warnings.filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );

  test('keeps what it cannot say as the description of a disabled task', () => {
    const { flow, findings } = imported('pipeline { agent any\n stages { stage("A") { steps { frobnicate 42 } } } }');
    expect(flow).toContain('description: frobnicate 42');
    expect(flow).toContain('disabled: true');
    expect(findings.map(({ construct, outcome }) => `${construct}: ${outcome}`)).toContain('frobnicate: by hand');
  });
});
