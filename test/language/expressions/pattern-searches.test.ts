import { describe, expect, it } from 'vitest';
import { PatternSearches, SearchTooSlow } from '../../../src/language/expressions/pattern-searches.ts';
import type { BoundedRunner, WorkOutcome } from '../../../src/language/safe-patterns/bounded-runner.ts';
import { performWork, type BoundedWork } from '../../../src/language/safe-patterns/bounded-work.ts';

const large = 'x'.repeat(96 * 1024);

function searchesOn(outcomeOf = (work: BoundedWork): WorkOutcome => ({ kind: 'done', messages: performWork(work) })) {
  const asked: BoundedWork[] = [];
  const runner: BoundedRunner = {
    run: async (work) => {
      asked.push(work);
      return outcomeOf(work);
    },
    runHere: (work) => ({ done: true, value: work() }),
    close: async () => {},
  };
  return { asked, searches: new PatternSearches({ runner, owner: 'test' }) };
}

describe('searches for patterns', () => {
  it('run synchronously in short strings, and once in the runner in long ones', async () => {
    const { asked, searches } = searchesOn();
    expect(await searches.run((search) => search('^x+$', 'xx') && !search('^y', 'xx'))).toBe(true);
    expect(asked).toEqual([]);
    for (const pattern of ['^x+$', 'x$', '^x+$'])
      expect(await searches.run((search) => search(pattern, large))).toBe(true);
    expect(await searches.run((search) => search('y', large))).toBe(false);
    expect(asked.map((work) => work.kind === 'pattern' && work.pattern)).toEqual(['^x+$', 'x$', 'y']);
  });

  it('give other work a turn, however many there are', async () => {
    const { asked, searches } = searchesOn();
    let begun = 0;
    const text = 'x'.repeat(500);
    await searches.run((search) => {
      begun++;
      for (let index = 0; index < 40; index++) search(`^x+${index}$`, text);
    });
    expect(begun).toBeGreaterThan(5);
    expect(asked).toEqual([]);
  });

  it('end the work if the runner gives up, or if there are too many', async () => {
    const slow = searchesOn(() => ({ kind: 'too-long' }));
    await expect(slow.searches.run((search) => search('x', large))).rejects.toThrow(SearchTooSlow);
    const many = searchesOn(() => ({ kind: 'done', messages: [] }));
    const searchMany = (search: (pattern: string, text: string) => boolean) => {
      for (let index = 0; index < 100; index++) search(`x${index}`, large);
    };
    await expect(many.searches.run(searchMany)).rejects.toThrow('takes too long');
    expect(many.asked.length).toBeLessThan(20);
  });
});
