import { describe, expect, it } from 'vitest';
import { isLocalDateTime } from '../../../src/language/safe-patterns/local-date-time.ts';

describe('isLocalDateTime', () => {
  it('accepts exactly the days that exist', () => {
    const wrong: string[] = [];
    for (const year of [0, 4, 1900, 1999, 2000, 2023, 2024, 2096, 2100, 2400, 9999]) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
          if (isLocalDateTime(`${text}T00:00:00`) !== isReal(text)) wrong.push(text);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    '2024-01-01T24:00:00',
    '2024-01-01T23:60:00',
    '2024-01-01T23:59:60',
    '2024-01-01 10:00:00',
    '2024-01-01T10:00:00Z',
    '2024-01-01T10:00',
    '2024-01-01T10:00:00\n',
  ])('rejects %j', (text) => {
    expect(isLocalDateTime(text)).toBe(false);
  });
});

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** A day that does not exist rolls over to another one. */
function isReal(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
