import { describe, expect, it } from 'vitest';
import { readTraceparent, spanIdOf, traceIdOf, traceparentOf } from '../../../src/base/telemetry/trace-context.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

describe('readTraceparent', () => {
  it.each([
    ['01', true],
    ['00', false],
    ['03', true],
  ])('reads the flags %s', (flags, isSampled) => {
    expect(readTraceparent(`00-${traceId}-${spanId}-${flags}`)).toEqual({ traceId, spanId, isSampled });
  });

  it('reads later versions, which may add parts', () => {
    expect(readTraceparent(`01-${traceId}-${spanId}-01-more`)).toMatchObject({ traceId });
  });

  it.each([
    undefined,
    '',
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-011`,
  ])('ignores %s', (text) => {
    expect(readTraceparent(text)).toBeUndefined();
  });
});

it('traceparentOf writes what readTraceparent reads', () => {
  for (const isSampled of [true, false]) {
    const context = { traceId, spanId, isSampled };
    expect(readTraceparent(traceparentOf(context))).toEqual(context);
  }
});

it('given IDs are valid, and the same for the same names', () => {
  expect(spanIdOf('a', 'b')).toMatch(/^[0-9a-f]{16}$/);
  expect(traceIdOf('a')).toMatch(/^[0-9a-f]{32}$/);
  expect(spanIdOf('a', 'b')).toBe(spanIdOf('a', 'b'));
  expect(spanIdOf('a', 'b')).not.toBe(spanIdOf('a', 'c'));
});
