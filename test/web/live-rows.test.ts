import { expect, it } from 'vitest';
import { followedIds, newRows, patchedRows } from '../../web/src/pages/executions/live-rows.ts';

const row = (id: string, state: 'RUNNING' | 'QUEUED' | 'SUCCESS' | 'FAILED') => ({ id, state });
const rows = [row('d', 'QUEUED'), row('c', 'RUNNING'), row('b', 'SUCCESS')];

it('only rows that can change are followed, and at most a hundred', () => {
  expect(followedIds(rows)).toEqual(['d', 'c']);
  expect(followedIds(Array.from({ length: 150 }, (_, number) => row(String(number), 'RUNNING')))).toHaveLength(100);
});

it('rows change in their places, and those that have ended do not', () => {
  const known = [row('c', 'FAILED'), row('b', 'FAILED'), row('e', 'RUNNING')];
  expect(patchedRows(rows, known)).toEqual([row('d', 'QUEUED'), row('c', 'FAILED'), row('b', 'SUCCESS')]);
});

it('new are those that are not shown yet, also ones that match a filter only now', () => {
  expect(newRows(rows, [row('e', 'RUNNING'), row('d', 'RUNNING'), row('a', 'FAILED')])).toEqual([
    row('e', 'RUNNING'),
    row('a', 'FAILED'),
  ]);
});
