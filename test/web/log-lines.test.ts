import { describe, expect, it } from 'vitest';
import { hashOfLines, linesOfHash, rangeOf } from '../../web/src/log/line-hash.ts';
import { LineScan } from '../../web/src/log/line-scan.ts';
import { LogLines } from '../../web/src/log/log-lines.ts';
import { rowHeight, visibleRows } from '../../web/src/log/visible-rows.ts';

describe('the lines of a log', () => {
  it('know the colour that was set far above', () => {
    const lines = new LogLines();
    lines.append(['\u001b[31mstart', ...Array.from({ length: 1000 }, () => 'more')]);
    expect(lines.pieces(900)).toEqual([{ text: 'more', style: { color: 'red' } }]);
    lines.append(['\u001b[0mend', 'plain']);
    expect(lines.pieces(1002)).toEqual([{ text: 'plain', style: {} }]);
    expect(lines.pieces(300)).toEqual([{ text: 'more', style: { color: 'red' } }]);
  });

  it('get the colour right when they arrive after their part was read', () => {
    const lines = new LogLines();
    lines.append(Array.from({ length: 300 }, () => 'plain'));
    expect(lines.pieces(299)[0]?.style).toEqual({});
    lines.append(['\u001b[32mgreen', ...Array.from({ length: 300 }, () => 'more')]);
    expect(lines.pieces(600)[0]?.style).toEqual({ color: 'green' });
  });

  it('have texts without colours, and without what a progress bar has overwritten', () => {
    const lines = new LogLines();
    lines.append(['an \u001b[31mErr\u001b[0mor', '10%\r100%']);
    expect(lines.text(1)).toBe('100%');
    expect(lines.text(2)).toBe('');
    expect(lines.wholeText()).toBe('an Error\n100%\n');
  });
});

describe('a scan', () => {
  it('finds the lines that match, and what arrives later', () => {
    const lines = new LogLines();
    lines.append(['\u001b[31merr\u001b[0mor: broken', 'fine', 'ERROR']);
    const scan = new LineScan(lines, (line) => lines.level(line) === 'error');
    scan.advance(1000);
    expect(scan.matches).toEqual([0, 2]);
    lines.append(['no', 'error: again']);
    expect(scan.isUpToDate).toBe(false);
    scan.advance(1000);
    expect(scan.matches).toEqual([0, 2, 4]);
  });

  it('works in parts', () => {
    const lines = new LogLines();
    lines.append(Array.from({ length: 1200 }, (_, index) => `line ${index}`));
    const scan = new LineScan(lines, () => true);
    scan.advance(0);
    expect(scan.matches).toHaveLength(500);
    scan.advance(0);
    scan.advance(0);
    expect(scan.matches).toHaveLength(1200);
    expect(scan.isUpToDate).toBe(true);
  });
});

describe('the rows in sight', () => {
  it('are few, however long the log is', () => {
    const { start, end } = visibleRows({ count: 200_000, scrollTop: 100_000 * rowHeight, height: 600 });
    expect(start).toBeLessThan(100_000);
    expect(end).toBeGreaterThan(100_000 + 600 / rowHeight);
    expect(end - start).toBeLessThan(120);
  });

  it('end with the log, also when it became shorter', () => {
    expect(visibleRows({ count: 10, scrollTop: 0, height: 600 })).toMatchObject({ start: 0, end: 10 });
    expect(visibleRows({ count: 10, scrollTop: 90_000, height: 600 })).toMatchObject({ start: 10, end: 10 });
  });

  it('reach the last one also where no browser can scroll so far', () => {
    const count = 5_000_000;
    const { height } = visibleRows({ count, scrollTop: 0, height: 600 });
    expect(height).toBeLessThan(17_000_000);
    const last = visibleRows({ count, scrollTop: height - 600, height: 600 });
    expect(last.end).toBe(count);
    expect(last.topOf(count - 1)).toBeCloseTo(height - rowHeight, 0);
    const middle = visibleRows({ count, scrollTop: last.scrollTo(2_500_000), height: 600 });
    expect(middle.topOf(2_500_000)).toBeCloseTo(last.scrollTo(2_500_000), 0);
  });
});

describe('links to lines', () => {
  it.each([
    ['#L120', { from: 120, to: 120 }],
    ['#L120-140', { from: 120, to: 140 }],
    ['#L140-120', { from: 120, to: 140 }],
    ['#L0', undefined],
    ['#L1-0', undefined],
    ['', undefined],
    ['#Lx', undefined],
    ['#content', undefined],
  ])('the hash %j links to %j', (hash, lines) => {
    expect(linesOfHash(hash)).toEqual(lines);
  });

  it('are written as they are read, and can be extended', () => {
    expect(hashOfLines(rangeOf(undefined, 7))).toBe('#L7');
    expect(hashOfLines(rangeOf({ from: 9, to: 9 }, 7))).toBe('#L7-9');
  });
});
