import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfiguration } from '../../../src/base/config/load-configuration.ts';
import { problemsOf } from './support/setting-problems.ts';

it('reads how long executions of namespaces are kept', () => {
  const { namespaceRetentionDays } = loadConfiguration({ FLOWGATE_NAMESPACE_RETENTION_DAYS: 'web=30, web.*=90,lab=0' });
  expect(namespaceRetentionDays).toEqual([
    { namespaces: 'web', days: 30 },
    { namespaces: 'web.*', days: 90 },
    { namespaces: 'lab', days: 0 },
  ]);
  expect(loadConfiguration({}).namespaceRetentionDays).toEqual([]);
});

it.each(['web', 'web=', 'web=x', 'web=-1', 'web=36501', 'Web=1', '*.web=1', 'web=1.5', 'web=1 lab=2'])(
  'rejects %s',
  (entry) => {
    expect(problemsOf({ FLOWGATE_NAMESPACE_RETENTION_DAYS: entry })).toEqual([
      expect.stringContaining(`is ${JSON.stringify(entry)}; allowed: <namespaces>=<days>`),
    ]);
  },
);

it('rejects a namespace that is named twice', () => {
  expect(problemsOf({ FLOWGATE_NAMESPACE_RETENTION_DAYS: 'web=1,lab=1,web=2' })).toHaveLength(1);
});

it('reads where executions are archived', () => {
  expect(loadConfiguration({}).archive).toBeUndefined();
  const { archive } = loadConfiguration({
    FLOWGATE_ARCHIVE: 's3://history/flowgate/',
    FLOWGATE_ARCHIVE_AFTER_DAYS: '0.5',
    FLOWGATE_ARCHIVE_S3_ENDPOINT: 'https://s3.example',
    FLOWGATE_ARCHIVE_S3_ACCESS_KEY_ID: 'id',
    FLOWGATE_ARCHIVE_S3_SECRET_ACCESS_KEY: 'secret',
  });
  expect(archive).toMatchObject({
    place: { kind: 's3', bucket: 'history', prefix: 'flowgate' },
    afterDays: 0.5,
    s3: { endpoint: 'https://s3.example', credentials: { accessKeyId: 'id', secretAccessKey: 'secret' } },
  });
  expect(loadConfiguration({ FLOWGATE_ARCHIVE: import.meta.dirname }).archive?.place).toEqual({
    kind: 'folder',
    path: import.meta.dirname,
  });
});

it.each([
  ['FLOWGATE_ARCHIVE', '/no/such/folder'],
  ['FLOWGATE_ARCHIVE', 's3://'],
  ['FLOWGATE_ARCHIVE', 's3://Bucket'],
  ['FLOWGATE_ARCHIVE_AFTER_DAYS', '-1'],
  ['FLOWGATE_ARCHIVE_AFTER_DAYS', '1e3'],
  ['FLOWGATE_NAMESPACE_ARCHIVE_DAYS', 'web'],
  ['FLOWGATE_ARCHIVE_ARTIFACT_BYTES', '9999999999999'],
  ['FLOWGATE_ARCHIVE_S3_ACCESS_KEY_ID', 'id'],
  ['FLOWGATE_ARCHIVE_S3_SECRET_ACCESS_KEY', 'secret'],
])('rejects %s=%s', (name, value) => {
  expect(problemsOf({ [name]: value })).toHaveLength(1);
});

it('rejects an archive among its own data', () => {
  const data = mkdtempSync(join(tmpdir(), 'flowgate-data-'));
  mkdirSync(join(data, 'archive'));
  symlinkSync(data, `${data}-link`);
  const problems = (archive: string, more: Record<string, string> = {}) =>
    problemsOf({ FLOWGATE_ARCHIVE: archive, FLOWGATE_DATA: data, ...more });
  for (const folder of ['/', tmpdir(), data, join(data, 'archive'), `${data}-link`])
    expect(problems(folder)).toEqual([
      `FLOWGATE_ARCHIVE is ${JSON.stringify(folder)}; it must be outside of FLOWGATE_DATA, and not contain it`,
    ]);
  const files = mkdtempSync(join(tmpdir(), 'flowgate-files-'));
  expect(problems(files, { FLOWGATE_FILES: files })).toEqual([expect.stringContaining('outside of FLOWGATE_FILES')]);
  expect(problems(files)).toEqual([]);
});

it('rejects an archive that keeps executions for fewer days than Redis', () => {
  const problems = (more: Record<string, string>) => problemsOf({ FLOWGATE_RETENTION_DAYS: '90', ...more });
  expect(problems({ FLOWGATE_ARCHIVE_DAYS: '1' })).toEqual([
    'FLOWGATE_ARCHIVE_DAYS is 1, which has no effect: executions are kept for at least 90 days (FLOWGATE_RETENTION_DAYS, FLOWGATE_NAMESPACE_RETENTION_DAYS)',
  ]);
  expect(problems({ FLOWGATE_NAMESPACE_ARCHIVE_DAYS: 'a=1,b=100' })).toEqual([
    expect.stringContaining('FLOWGATE_NAMESPACE_ARCHIVE_DAYS has a=1, which has no effect'),
  ]);
  expect(problems({ FLOWGATE_RETENTION_DAYS: '0', FLOWGATE_ARCHIVE_DAYS: '730' })).toEqual([
    expect.stringContaining('FLOWGATE_RETENTION_DAYS keeps executions forever'),
  ]);
  expect(problems({ FLOWGATE_ARCHIVE_DAYS: '30', FLOWGATE_NAMESPACE_RETENTION_DAYS: 'lab=7' })).toEqual([]);
  expect(problems({ FLOWGATE_ARCHIVE_DAYS: '90' })).toEqual([]);
});
