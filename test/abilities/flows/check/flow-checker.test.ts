import { describe, expect, it } from 'vitest';
import type { ReadingLanguage } from '../../../../src/abilities/documents/flow-language.ts';
import { FlowChecker } from '../../../../src/abilities/flows/check/flow-checker.ts';
import type { FlowCheck } from '../../../../src/language/flow/check-flow.ts';

/** These tests only check documents. */
function languageWith(check: ReadingLanguage['check']): ReadingLanguage {
  const unused = () => {
    throw new Error('not needed');
  };
  return { check, valueOf: unused, outline: unused, locate: unused };
}

function countingChecker(cacheBytes: number) {
  const seen: string[] = [];
  const checker = new FlowChecker({
    language: languageWith(({ text, format }) => {
      seen.push(`${format} ${text}`);
      return { problems: [] };
    }),
    cacheBytes,
  });
  return { checker, seen };
}

describe('FlowChecker', () => {
  it('checks a document only once', async () => {
    const { checker, seen } = countingChecker(100_000);
    const first = await checker.check({ bytes: Buffer.from('a'), format: 'yaml' }, 'ada');
    expect(await checker.check({ bytes: Buffer.from('a'), format: 'yaml' }, 'ada')).toBe(first);
    await checker.check({ bytes: Buffer.from('a'), format: 'json' }, 'ada');
    await checker.check({ bytes: Buffer.from('b'), format: 'yaml' }, 'ada');
    expect(seen).toEqual(['yaml a', 'json a', 'yaml b']);
  });

  it('evicts the oldest check when its memory is used up', async () => {
    const { checker, seen } = countingChecker(10_000);
    for (const text of ['a', 'b', 'c', 'a']) await checker.check({ bytes: Buffer.from(text), format: 'yaml' }, 'ada');
    expect(seen).toEqual(['yaml a', 'yaml b', 'yaml c', 'yaml a']);
  });

  it('caches a draft when it is sent a second time', async () => {
    const { checker, seen } = countingChecker(100_000);
    const check = () => checker.checkInPassing({ bytes: Buffer.from('a'), format: 'yaml' }, 'ada');
    await check();
    const second = await check();
    expect(seen).toHaveLength(2);
    expect(await check()).toBe(second);
    expect(await checker.check({ bytes: Buffer.from('a'), format: 'yaml' }, 'ada')).toBe(second);
  });

  it('checks a document that is larger than its memory limit', async () => {
    const { checker, seen } = countingChecker(10_000);
    await checker.check({ bytes: Buffer.alloc(50_000, 'x'), format: 'yaml' }, 'ada');
    expect(seen).toHaveLength(1);
  });

  it('shares one check among concurrent callers with the same document', async () => {
    let finish: (check: FlowCheck) => void = () => undefined;
    let asked = 0;
    const language = languageWith(() => {
      asked += 1;
      return new Promise((resolve) => (finish = resolve));
    });
    const checker = new FlowChecker({ language, cacheBytes: 100_000 });
    const source = { bytes: Buffer.from('a'), format: 'yaml' } as const;
    const both = Promise.all([checker.check(source, 'ada'), checker.checkInPassing(source, 'ada')]);
    finish({ problems: [] });
    const [first, second] = await both;
    expect(first).toBe(second);
    expect(asked).toBe(1);
  });

  it('does not cache a check that failed', async () => {
    let asked = 0;
    const language = languageWith(() => {
      asked += 1;
      return Promise.reject(new Error('the thread has ended'));
    });
    const checker = new FlowChecker({ language, cacheBytes: 100_000 });
    const source = { bytes: Buffer.from('a'), format: 'yaml' } as const;
    await expect(checker.check(source, 'ada')).rejects.toThrow('the thread has ended');
    await expect(checker.check(source, 'ada')).rejects.toThrow('the thread has ended');
    expect(asked).toBe(2);
  });
});
