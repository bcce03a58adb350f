import { describe, expect, it } from 'vitest';
import {
  flowNameProblem,
  labelProblem,
  namespaceProblem,
  splitFlowName,
  valueOfText,
} from '../../web/src/lists/filter-kinds.ts';
import { chipsOf, withFilter } from '../../web/src/lists/list-filters.ts';
import * as audit from '../../web/src/pages/audit/audit-filters.ts';
import { auditActions, wordsOfAction } from '../../web/src/pages/audit/audit-words.ts';
import * as executions from '../../web/src/pages/executions/execution-filters.ts';
import * as flows from '../../web/src/pages/flows/flow-filters.ts';

describe('a typed value', () => {
  it.each([
    [namespaceProblem, 'robotics.fleet', true],
    [namespaceProblem, 'Examples', false],
    [flowNameProblem, 'examples/Hello-1', true],
    [flowNameProblem, 'hello', false],
    [flowNameProblem, 'examples/a/b', false],
    [labelProblem, 'team:', true],
    [labelProblem, 'url:http://x', true],
    [labelProblem, 'team', false],
    [labelProblem, ':x', false],
  ])('is checked as the API does: %o %s', (problemOf, value, isGood) => {
    expect(problemOf(value) === undefined).toBe(isGood);
  });

  it('is one of the closed values, by its word or its name', () => {
    const kind = audit.auditFilterKinds.find(({ id }) => id === 'action')!;
    expect(valueOfText(kind, ' run a FLOW ')).toBe('runFlow');
    expect(valueOfText(kind, 'runFlow')).toBe('runFlow');
    expect(valueOfText(kind, 'runs')).toBeUndefined();
    expect(valueOfText({ ...kind, isClosed: false }, ' runs ')).toBe('runs');
  });
});

it('the name of a flow is split at its slash', () => {
  expect(splitFlowName('a/b')).toEqual({ namespace: 'a', flow: 'b' });
  expect(splitFlowName('b')).toEqual({ flow: 'b' });
});

describe('filters of executions', () => {
  it('replace what they contradict, and keep the rest', () => {
    const search = { state: ['FAILED'], range: '7d', namespace: 'old', flow: 'old' } as const;
    expect(withFilter<executions.ExecutionsSearch>(search, 'flow', 'a/b')).toEqual({
      ...search,
      namespace: 'a',
      flow: 'b',
    });
    expect(withFilter<executions.ExecutionsSearch>(search, 'namespace', 'a')).toEqual({
      ...search,
      namespace: 'a',
      flow: undefined,
    });
    const labelled = withFilter<executions.ExecutionsSearch>({ label: ['a:b'] }, 'label', 'c:d');
    expect(withFilter<executions.ExecutionsSearch>(labelled, 'label', 'a:b')).toEqual({ label: ['a:b', 'c:d'] });
  });

  it('are all in the text of an empty list', () => {
    const search = {
      state: ['FAILED', 'KILLED'],
      range: '1h',
      namespace: 'a',
      flow: 'b',
      label: ['c:d'],
      actor: 'e',
    } as const;
    expect(executions.filterTexts(search, (state) => state.toLowerCase()).map(({ text }) => text)).toEqual([
      'flow is a/b',
      'label is c:d',
      'started by e',
      'state is failed or killed',
      'last hour',
    ]);
    expect(executions.filterTexts({}, String)).toEqual([]);
  });

  it('are removed by their chips', () => {
    const changes: object[] = [];
    for (const { onRemove } of chipsOf(
      { namespace: 'a', flow: 'b', label: ['c:d'] },
      executions.executionFilterKinds,
      (changed) => changes.push(changed),
    ))
      onRemove();
    expect(changes).toEqual([{ namespace: undefined, flow: undefined }, { label: undefined }]);
  });
});

it('filters of flows are all in the text of an empty list', () => {
  const search = withFilter(withFilter<flows.FlowsSearch>({ q: 'he' }, 'namespace', 'a'), 'label', 'c:d');
  expect(flows.filterTexts(search).map(({ text }) => text)).toEqual(['contains he', 'label is c:d', 'namespace is a']);
});

it('filters of the audit trail have words', () => {
  let search: audit.AuditSearch = {};
  for (const [kind, value] of [
    ['action', 'runFlow'],
    ['outcome', 'denied'],
    ['actor', 'ada'],
    ['flow', 'a/b'],
  ] as const)
    search = withFilter(search, kind, value);
  expect(chipsOf(search, audit.auditFilterKinds, () => undefined).map(({ text }) => text)).toEqual([
    'action is Run a flow',
    'by ada',
    'flow is a/b',
    'outcome is Denied',
  ]);
  expect(new Set(auditActions.map(wordsOfAction)).size).toBe(auditActions.length);
  expect(wordsOfAction('anOldOne')).toBe('anOldOne');
});
