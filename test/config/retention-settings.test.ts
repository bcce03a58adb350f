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
