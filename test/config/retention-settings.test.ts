import { expect, it } from 'vitest';
import { ConfigurationError, loadConfiguration } from '../../src/config/load-configuration.ts';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfiguration(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}

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
