import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { expect, test } from 'vitest';
import { problemCatalogue } from '../../../../src/base/problem/problem-catalogue.ts';
import { sarifReport } from '../../../../src/faces/cli/problems/sarif-report.ts';
import { context, problem, reports } from './reports.ts';

const schemaFile = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');

interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly unknown[];
  }[];
}

test('is valid by the JSON Schema of SARIF 2.1.0', () => {
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(schemaFile, 'utf8')) as Record<string, unknown>;
  const ajv = new Ajv({ strict: false, unicodeRegExp: false, formats: fullFormats });
  const validate = ajv.compile(schema);
  validate(JSON.parse(sarifReport(reports, context)));
  expect(validate.errors).toBeNull();
  validate(JSON.parse(sarifReport([], context)));
  expect(validate.errors).toBeNull();
  validate({ version: '2.1.0', runs: [{}] });
  expect(validate.errors).not.toBeNull();
});

test('places a problem in its file, and names its rule', () => {
  const [run] = (JSON.parse(sarifReport(reports, context)) as Log).runs;
  expect(run?.results[0]).toEqual({
    ruleId: 'unknown-property',
    ruleIndex: run?.tool.driver.rules.findIndex(({ id }) => id === 'unknown-property'),
    level: 'error',
    message: { text: 'No property "comands"' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'flows/a.yaml', uriBaseId: '%SRCROOT%' },
          region: { startLine: 7, startColumn: 5, endLine: 7, endColumn: 12 },
        },
        logicalLocations: [{ fullyQualifiedName: '/tasks/0/comands' }],
      },
    ],
    partialFingerprints: { 'flowgate/v1': expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
});

test('the warnings of task types are rules', () => {
  const taskWarnings = new Map([['low-disk', { title: 'The disk is nearly full' }]]);
  const [run] = (JSON.parse(sarifReport([], { ...context, taskWarnings })) as Log).runs;
  expect(run?.tool.driver.rules.at(-1)).toMatchObject({
    id: 'low-disk',
    shortDescription: { text: 'The disk is nearly full.' },
    defaultConfiguration: { level: 'warning' },
  });
});

test('the rules are the catalogue of problems', () => {
  const [run] = (JSON.parse(sarifReport([], context)) as Log).runs;
  expect(run?.tool.driver.rules.map(({ id }) => id)).toEqual(Object.keys(problemCatalogue));
  expect(run?.tool.driver.rules[0]).toEqual({
    id: 'yaml-syntax',
    shortDescription: { text: 'The text is not a single well-formed YAML document.' },
    defaultConfiguration: { level: 'error' },
    helpUri: 'https://flowgate.example/help#yaml-syntax',
  });
});

test('a code that only a newer server knows has a rule too, and names of files become URIs', () => {
  const newer = { ...problem, code: 'of-tomorrow' };
  const log = sarifReport([{ file: 'a b#c.yaml', problems: [newer] }], { ...context, repositoryPath: (file) => file });
  const [run] = (JSON.parse(log) as Log).runs;
  expect(run?.tool.driver.rules.at(-1)).toEqual({
    id: 'of-tomorrow',
    defaultConfiguration: { level: 'error' },
    helpUri: 'https://flowgate.example/help#of-tomorrow',
  });
  expect(run?.results[0]).toHaveProperty('ruleIndex', (run?.tool.driver.rules.length ?? 0) - 1);
  expect(log).toContain('"uri": "a%20b%23c.yaml"');
});
