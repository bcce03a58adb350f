import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { importJob, type ImportResult } from '../../src/import/import-job.ts';
import type { MappingRules } from '../../src/import/mapping/context/job-mapping.ts';
import type { Pipeline } from '../../src/import/pipeline/pipeline.ts';
import { readJob } from '../../src/import/pipeline/read-config-xml.ts';
import { readJobPipeline } from '../../src/import/pipeline/read-job-pipeline.ts';
import { readPipeline } from '../../src/import/pipeline/read-pipeline.ts';
import { textReport } from '../../src/import/report/import-report.ts';
import { checkFlow } from '../../src/language/flow/check-flow.ts';
import { outcomesOf, resultOf } from '../faces/flow-tests/suite-folder.ts';
import { language } from '../faces/offline-flows/flow-folder.ts';
import { unsaid } from './unsaid.ts';

/**
 * The jobs of `jobs`, each with the flow and the report that its import must give. `UPDATE_GOLDEN=1` rewrites these: read
 * each change as an administrator of Jenkins would.
 */
const folder = join(import.meta.dirname, 'jobs');
const path = (file: string): string => join(folder, file);
const update = process.env.UPDATE_GOLDEN === '1';
const files = readdirSync(folder).filter((file) => /\.(jenkinsfile|config\.xml)$/.test(file));

describe.each(files)('%s', (file) => {
  const name = file.replace(/\.(jenkinsfile|config\.xml)$/, '');
  const pipeline = read(file);
  const options = { id: name, namespace: 'imported', name: file, rules: rulesOf(name), taskTypes: language.taskTypes };
  let result: ImportResult;
  beforeAll(() => {
    result = importJob(pipeline, { ...options, check });
  });

  test.each(['flow.yaml', 'report.txt'])('%s', (golden) => {
    const actual = golden === 'flow.yaml' ? result.flow : reportOf(result);
    if (update) writeFileSync(path(`${name}.${golden}`), actual);
    expect(actual).toBe(readFileSync(path(`${name}.${golden}`), 'utf8'));
  });

  test('becomes a valid flow', () => {
    expect(check(result.flow).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('passes its proposed test', async () => {
    const { problems, cases } = await resultOf(result.test, { 'main.yaml': result.flow });
    expect(problems).toEqual([]);
    expect(outcomesOf(cases)).toEqual(cases.map(() => 'passed'));
  });

  test('leaves nothing out silently', () => {
    expect(unsaid(pipeline, result.findings)).toEqual([]);
  });
});

test('the jobs that run as they are exist', () => {
  const runnable = JSON.parse(readFileSync(path('runnable.json'), 'utf8')) as Readonly<Record<string, unknown>>;
  expect(Object.keys(runnable).filter((file) => !files.includes(file))).toEqual([]);
});

function read(file: string): Pipeline {
  const text = readFileSync(path(file), 'utf8');
  if (!file.endsWith('.xml')) return readPipeline(text);
  const job = readJob(text);
  if (job.kind === 'freestyle') return job.pipeline;
  if (job.kind === 'pipeline') return readJobPipeline(job, job.script ?? '');
  throw new Error(`${file} is no job that can be imported`);
}

function check(text: string) {
  return checkFlow({ text, format: 'yaml' }, language).problems;
}

function rulesOf(name: string): MappingRules {
  const file = path(`${name}.rules.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as MappingRules) : {};
}

function reportOf({ unreadable, ...result }: ImportResult): string {
  const lines = textReport({ ...result, problems: [] });
  return [...unreadable.map(({ message }) => `unreadable: ${message}`), ...lines, ''].join('\n');
}
