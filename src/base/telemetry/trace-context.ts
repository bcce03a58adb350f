import { createHash } from 'node:crypto';

/** A span, as the spans below it know it: the W3C Trace Context. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the spans of the trace are exported. */
  readonly isSampled: boolean;
}

const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** @param text the header `traceparent` @returns undefined if it is invalid, as the standard says */
export function readTraceparent(text: string | undefined): TraceContext | undefined {
  const [, traceId, spanId, flags = ''] = form.exec(text?.trim() ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The header `traceparent` of a span. */
export function traceparentOf({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/**
 * The ID of a span that several processes refer to, before and after it is recorded. A span that is recorded again,
 * after a crash, has the same ID.
 */
export function spanIdOf(...names: readonly string[]): string {
  return digestOf(names).slice(0, 16);
}

/** The ID of a trace that nobody has started. */
export function traceIdOf(...names: readonly string[]): string {
  return digestOf(names).slice(0, 32);
}

function digestOf(names: readonly string[]): string {
  return createHash('sha256').update(names.join('\n')).digest('hex');
}
