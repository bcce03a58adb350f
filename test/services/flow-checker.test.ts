import { describe, expect, it } from 'vitest';
import { FlowChecker } from '../../src/services/flow-checker.ts';

function countingChecker(cacheBytes: number) {
  const seen: string[] = [];
  const checker = new FlowChecker(
    {
      check: ({ text, format }) => {
        seen.push(`${format} ${text}`);
        return { problems: [] };
      },
      parse: () => undefined,
    },
    cacheBytes,
  );
  return { checker, seen };
}

describe('FlowChecker', () => {
  it('checks a document that it has seen only once', () => {
    const { checker, seen } = countingChecker(100_000);
    const first = checker.check({ bytes: Buffer.from('a'), format: 'yaml' });
    expect(checker.check({ bytes: Buffer.from('a'), format: 'yaml' })).toBe(first);
    checker.check({ bytes: Buffer.from('a'), format: 'json' });
    checker.check({ bytes: Buffer.from('b'), format: 'yaml' });
    expect(seen).toEqual(['yaml a', 'json a', 'yaml b']);
  });

  it('forgets the oldest when its room is used up', () => {
    const { checker, seen } = countingChecker(10_000);
    for (const text of ['a', 'b', 'c', 'a']) checker.check({ bytes: Buffer.from(text), format: 'yaml' });
    expect(seen).toEqual(['yaml a', 'yaml b', 'yaml c', 'yaml a']);
  });

  it('remembers a document in passing when it comes a second time', () => {
    const { checker, seen } = countingChecker(100_000);
    const check = () => checker.checkInPassing({ bytes: Buffer.from('a'), format: 'yaml' });
    check();
    const second = check();
    expect(seen).toHaveLength(2);
    expect(check()).toBe(second);
    expect(checker.check({ bytes: Buffer.from('a'), format: 'yaml' })).toBe(second);
  });

  it('checks a document that is larger than its room', () => {
    const { checker, seen } = countingChecker(10_000);
    checker.check({ bytes: Buffer.alloc(50_000, 'x'), format: 'yaml' });
    expect(seen).toHaveLength(1);
  });
});
