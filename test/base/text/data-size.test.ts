import { describe, expect, it } from 'vitest';
import { dataSizeText, parseDataSize } from '../../../src/base/text/data-size.ts';

describe('parseDataSize', () => {
  it.each([
    ['10B', 10],
    ['10KB', 10_000],
    ['10 MB', 10_000_000],
    ['2gb', 2_000_000_000],
    ['1KiB', 1024],
    ['1.5 MiB', 1_572_864],
    ['1GiB', 1_073_741_824],
    ['10 megabytes', 10_000_000],
    ['1 gigabyte', 1_000_000_000],
    ['512 kibibytes', 524_288],
    ['7 bytes', 7],
  ])('reads %j as %d bytes', (text, bytes) => {
    expect(parseDataSize(text)).toBe(bytes);
  });

  it.each(['', '10', 'MB', '10 M', '-1MB', '10 parsecs', '1e3MB', '10MBs', '10 MB MB', '99999999999999GB'])(
    'rejects %j',
    (text) => {
      expect(parseDataSize(text)).toBeUndefined();
    },
  );
});

describe('dataSizeText', () => {
  it.each([
    [0, '0 bytes'],
    [1001, '1001 bytes'],
    [10_000_000, '10 MB'],
    [1_572_864, '1536 KiB'],
  ])('writes %d as %s', (bytes, text) => {
    expect(dataSizeText(bytes)).toBe(text);
  });
});
