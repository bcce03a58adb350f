import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../src/pattern/fair-queue.ts';

const everyone = () => true;
const never = () => false;

function queueOf(items: readonly string[], limits = { all: 100, each: 100 }): FairQueue<string> {
  const queue = new FairQueue<string>(limits);
  for (const item of items) queue.add(item[0]!, item);
  return queue;
}

describe('FairQueue', () => {
  it('lets owners take turns', () => {
    const queue = queueOf(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
    expect(Array.from({ length: 7 }, () => queue.take(everyone, never))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined]);
  });

  it('passes over owners who may not have one now', () => {
    const queue = queueOf(['a1', 'b1']);
    expect(queue.take((owner) => owner !== 'a', never)).toBe('b1');
    expect(queue.take((owner) => owner !== 'a', never)).toBeUndefined();
    expect(queue.take(everyone, never)).toBe('a1');
  });

  it('takes what can wait last, among the items of one owner', () => {
    const queue = queueOf(['a1', 'a2', 'a3']);
    const canWait = (item: string) => item !== 'a2';
    expect([queue.take(everyone, canWait), queue.take(everyone, canWait), queue.take(everyone, canWait)]).toEqual(['a2', 'a1', 'a3']);
  });

  it('has room for so many of one owner and of all, and for more when some are taken', () => {
    const queue = queueOf(['a1', 'a2', 'b1'], { all: 3, each: 2 });
    expect(queue.hasRoom('c')).toBe(false);
    queue.take(everyone, never);
    expect([queue.hasRoom('a'), queue.hasRoom('c')]).toEqual([true, true]);
    queue.add('a', 'a3');
    queue.take((owner) => owner === 'b', never);
    expect([queue.hasRoom('a'), queue.hasRoom('b')]).toEqual([false, true]);
    expect(queue.clear()).toEqual(['a2', 'a3']);
    expect(queue.hasRoom('a')).toBe(true);
  });
});
