import { describe, expect, it } from 'vitest';
import { isExecutionId, newExecutionId, timePrefix } from '../../../../src/store/executions/record/execution-id.ts';

describe('an execution id', () => {
  it('sorts by its time', () => {
    const times = [
      0,
      1,
      31,
      32,
      1_000_000,
      Date.parse('2026-01-01'),
      Date.parse('2026-01-01') + 1,
      Date.parse('2999-01-01'),
    ];
    const ids = times.map((time) => newExecutionId(new Date(time)));
    expect(ids.toSorted()).toEqual(ids);
    expect(ids.every(isExecutionId)).toBe(true);
    expect(ids.every((id, index) => id.startsWith(timePrefix(new Date(times[index]!))))).toBe(true);
  });

  it('is unique', () => {
    const time = new Date();
    expect(new Set(Array.from({ length: 1000 }, () => newExecutionId(time))).size).toBe(1000);
  });

  it.each(['', '-', 'x'.repeat(26), '01ARZ3NDEKTSV4RRFFQ69G5FA', '01ARZ3NDEKTSV4RRFFQ69G5FAI'])('is not %j', (text) => {
    expect(isExecutionId(text)).toBe(false);
  });
});
