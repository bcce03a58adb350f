import fs from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LogOutput, type LogLoss } from '../../../src/base/log/log-output.ts';

// No descriptor has this number: nothing but the stand-in below can write to it.
const descriptor = 1_000_000;
let written = '';
/** Bytes that the disk takes; then it is full. */
let free = Infinity;
let losses: LogLoss[] = [];

beforeEach(() => {
  [written, free, losses] = ['', Infinity, []];
  vi.useFakeTimers();
  vi.spyOn(fs, 'writeSync').mockImplementation(((_descriptor: number, data: string | Buffer) => {
    const bytes = Buffer.from(data as string).subarray(0, free);
    if (bytes.length === 0 && data.length > 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    written += bytes.toString();
    free -= bytes.length;
    return bytes.length;
  }) as typeof fs.writeSync);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const open = () => new LogOutput(descriptor, (loss) => losses.push(loss));

it('writes a line that was cut off to its end when there is space again', () => {
  const output = open();
  free = 8;
  for (const line of ['first\n', 'second\n', 'third\n']) output.write(line);
  expect(written).toBe('first\nse');
  free = Infinity;
  output.write('fourth\n');
  expect([written, losses]).toEqual(['first\nsecond\nthird\nfourth\n', []]);
});

it('keeps few lines, and says how many were lost', () => {
  const output = open();
  free = 0;
  const line = `${'x'.repeat(999)}\n`;
  for (let count = 0; count < 100; count++) output.write(line);
  expect(losses).toEqual([]);
  free = Infinity;
  output.write('again\n');
  const kept = (written.length - 'again\n'.length) / line.length;
  expect(kept).toBe(65);
  expect(written.endsWith(`${line}again\n`)).toBe(true);
  expect(losses).toEqual([{ lines: 100 - kept, reason: 'ENOSPC' }]);
});

it('tries again although no line follows', () => {
  const output = open();
  free = 0;
  output.write('the last one\n');
  free = Infinity;
  vi.advanceTimersByTime(60_000);
  expect(written).toBe('the last one\n');
  expect(vi.getTimerCount()).toBe(0);
});
