import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { expect, test } from 'vitest';
import { importSarif } from '../../../../src/faces/cli/import/import-sarif.ts';
import { reported } from '../../../import/report/reported.ts';

const schemaFile = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
const log = importSarif([reported], { repositoryPath: (file) => file });

test('is valid by the JSON Schema of SARIF 2.1.0', () => {
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(schemaFile, 'utf8')) as Record<string, unknown>;
  const validate = new Ajv({ strict: false, unicodeRegExp: false, formats: fullFormats }).compile(schema);
  validate(JSON.parse(log));
  expect(validate.errors).toBeNull();
});

test('what is approximated is a note, what is by hand a warning, and what is mapped no result', () => {
  const { runs } = JSON.parse(log) as { runs: { results: { ruleId: string; level: string; message: object }[] }[] };
  expect(runs[0]?.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
    ['import-problem', 'warning'],
    ['import-approximated', 'note'],
    ['import-by-hand', 'warning'],
  ]);
  expect(runs[0]?.results.at(-1)).toMatchObject({
    message: { text: 'load | by hand | it runs <script>' },
    locations: [{ physicalLocation: { artifactLocation: { uri: 'jobs/Jenkinsfile' }, region: { startLine: 4 } } }],
  });
});
