import type { TraceContext } from './trace-context.ts';

/**
 * Records what happens as spans of traces. No method throws or waits: spans are exported later, and dropped if that is
 * not possible. Names and attributes contain no secrets, and of the values from users only the keys of items; names are few.
 */
export interface Tracing {
  /** The span in which the current work runs; undefined outside of all spans. */
  current(): TraceContext | undefined;
  /** Starts a span; its parent is the current one by default. */
  start(span: SpanStart): OpenSpan;
  /** Records a span, and those below it, whose times are known. @param parent the current span by default */
  add(span: KnownSpan, parent?: TraceContext): void;
}

export interface SpanStart {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
  readonly parent?: TraceContext | undefined;
}

/** `server` and `client` are the two sides of a request; all else is `internal`. */
type SpanKind = 'internal' | 'server' | 'client';

type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A span that has not ended. */
export interface OpenSpan {
  readonly context: TraceContext;
  /** Runs work, and what it starts, in the span. */
  run<Result>(work: () => Result): Result;
  end(end?: SpanEnd): void;
}

export interface SpanEnd {
  readonly status?: SpanStatus;
  readonly attributes?: SpanAttributes;
}

export type SpanStatus = { readonly kind: 'ok' } | { readonly kind: 'error'; readonly message?: string | undefined };

export interface KnownSpan extends Pick<SpanStart, 'name' | 'kind' | 'attributes'> {
  /** A root span without a parent belongs to this trace. */
  readonly traceId?: string;
  /** By default a random one. */
  readonly spanId?: string;
  readonly start: Date;
  readonly end: Date;
  readonly status?: SpanStatus | undefined;
  readonly events?: readonly SpanEvent[];
  readonly children?: readonly KnownSpan[];
}

export interface SpanEvent {
  readonly name: string;
  readonly at: Date;
  readonly attributes?: SpanAttributes;
}

/** Runs work in a span that ends with it. A rejection is its error. */
export async function inSpan<Result>(
  tracing: Tracing | undefined,
  start: SpanStart,
  work: () => Promise<Result>,
): Promise<Result> {
  if (tracing === undefined) return work();
  const span = tracing.start(start);
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ status: { kind: 'error', message: error instanceof Error ? error.name : undefined } });
    throw error;
  }
}
