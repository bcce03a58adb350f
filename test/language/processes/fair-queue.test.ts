import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../../src/language/processes/fair-queue.ts';

const everyone = { mayHave: () => true };
const notA = { mayHave: (owner: string) => owner !== 'a' };

function queueOf(items: readonly string[], limits = { all: 100, each: 100 }): FairQueue<string> {
  const queue = new FairQueue<string>(limits);
  for (const item of items) queue.add(item[0]!, item);
  return queue;
}

describe('FairQueue', () => {
  it('lets owners take turns', () => {
    const queue = queueOf(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
    expect(Array.from({ length: 7 }, () => queue.take(everyone))).toEqual([
      'a1',
      'b1',
      'c1',
      'a2',
      'b2',
      'a3',
      undefined,
    ]);
  });

  it('skips owners that may not have one now', () => {
    const queue = queueOf(['a1', 'b1']);
    expect(queue.take(notA)).toBe('b1');
    expect(queue.take(notA)).toBeUndefined();
    expect(queue.take(everyone)).toBe('a1');
  });

  it('takes prompt items first, among the items of one owner', () => {
    const queue = queueOf(['a1', 'a2', 'a3']);
    const prompt = { ...everyone, isPrompt: (item: string) => item === 'a2' };
    expect([queue.take(prompt), queue.take(prompt), queue.take(prompt)]).toEqual(['a2', 'a1', 'a3']);
  });

  it('skips items that are not allowed now, and owners with no other items', () => {
    const queue = queueOf(['a1', 'a2', 'b1']);
    const even = { ...everyone, isAllowed: (item: string) => item.endsWith('2') };
    expect([queue.take(even), queue.take(even), queue.take(everyone), queue.take(everyone)]).toEqual([
      'a2',
      undefined,
      'b1',
      'a1',
    ]);
  });

  it('limits the items of one owner and in total, and has room again when some are taken', () => {
    const queue = queueOf(['a1', 'a2', 'b1'], { all: 3, each: 2 });
    expect(queue.hasRoom('c')).toBe(false);
    queue.take(everyone);
    expect([queue.hasRoom('a'), queue.hasRoom('c')]).toEqual([true, true]);
    queue.add('a', 'a3');
    queue.take({ mayHave: (owner) => owner === 'b' });
    expect([queue.hasRoom('a'), queue.hasRoom('b')]).toEqual([false, true]);
    expect(queue.clear()).toEqual(['a2', 'a3']);
    expect(queue.hasRoom('a')).toBe(true);
  });
});
