import { describe, expect, it } from 'vitest';
import { lineOfHash } from '../../web/src/log/line-hash.ts';
import { LogLines } from '../../web/src/log/log-lines.ts';
import { lineHeight, visibleLines } from '../../web/src/log/visible-lines.ts';

describe('the lines of a log', () => {
  it('know the colour that was set far above', () => {
    const lines = new LogLines();
    lines.append(['\u001b[31mstart', ...Array.from({ length: 1000 }, () => 'more')]);
    expect(lines.pieces(900, 901)).toEqual([[{ text: 'more', style: { color: 'red' } }]]);
    lines.append(['\u001b[0mend', 'plain']);
    expect(lines.pieces(1002, 1003)).toEqual([[{ text: 'plain', style: {} }]]);
    expect(lines.pieces(300, 301)).toEqual([[{ text: 'more', style: { color: 'red' } }]]);
  });

  it('get the colour right when they arrive after their part was read', () => {
    const lines = new LogLines();
    lines.append(Array.from({ length: 300 }, () => 'plain'));
    expect(lines.pieces(299, 300)[0]?.[0]?.style).toEqual({});
    lines.append(['\u001b[32mgreen', ...Array.from({ length: 300 }, () => 'more')]);
    expect(lines.pieces(600, 601)[0]?.[0]?.style).toEqual({ color: 'green' });
  });

  it('are searched without their colours and in any case', () => {
    const lines = new LogLines();
    lines.append(['an \u001b[31mErr\u001b[0mor', 'fine', 'ERROR']);
    expect(lines.search('error')).toEqual([0, 2]);
    expect(lines.text()).toBe('an Error\nfine\nERROR\n');
  });
});

describe('the lines in sight', () => {
  it('are few, however long the log is', () => {
    const { start, end } = visibleLines({ count: 200_000, scrollTop: 100_000 * lineHeight, height: 600 });
    expect(start).toBeLessThan(100_000);
    expect(end).toBeGreaterThan(100_000 + 600 / lineHeight);
    expect(end - start).toBeLessThan(120);
  });

  it('end with the log, also when it became shorter', () => {
    expect(visibleLines({ count: 10, scrollTop: 0, height: 600 })).toEqual({ start: 0, end: 10 });
    expect(visibleLines({ count: 10, scrollTop: 90_000, height: 600 })).toEqual({ start: 10, end: 10 });
  });
});

it.each([
  ['#L120', 120],
  ['#L0', undefined],
  ['', undefined],
  ['#Lx', undefined],
  ['#content', undefined],
])('the hash %j links to line %j', (hash, line) => {
  expect(lineOfHash(hash)).toBe(line);
});
