import {
  context as contexts,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { core, NodeSDK, resources, tracing as traces } from '@opentelemetry/sdk-node';
import { setTimeout } from '../timers/timers.ts';
import type { TraceContext } from './trace-context.ts';
import type { KnownSpan, OpenSpan, SpanEnd, SpanStart, SpanStatus, Tracing } from './tracing.ts';

export interface OtelOptions {
  readonly version: string;
  readonly role: string;
  /** Called when spans cannot be exported, but not again for an hour. */
  readonly warn: (reason: string) => void;
}

const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;
const quietMilliseconds = 60 * 60 * 1000;
// Spans that cannot be exported must not delay the end of the process.
const maxShutdown = 3_000;

/** Traces through the OpenTelemetry SDK, which the standard variables `OTEL_*` configure. */
export class OtelTracing implements Tracing {
  readonly #sdk: NodeSDK;
  readonly #tracer: Tracer;
  readonly #ids = new GivenIds();

  constructor({ version, role, warn }: OtelOptions) {
    const report = oncePerPeriod(warn);
    diag.setLogger(quietExcept(report), { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
    core.setGlobalErrorHandler((error) => report(messageOf(error)));
    this.#sdk = new NodeSDK({
      resource: resources.resourceFromAttributes({
        'service.name': 'flowgate',
        'service.version': version,
        'flowgate.role': role,
      }),
      resourceDetectors: [resources.envDetector],
      idGenerator: this.#ids,
      instrumentations: [],
      // Metrics are served at /metrics, and the log goes to the standard output.
      metricReaders: [],
      logRecordProcessors: [],
    });
    this.#sdk.start();
    this.#tracer = trace.getTracer('flowgate', version);
  }

  current(): TraceContext | undefined {
    const span = trace.getActiveSpan();
    return span && contextOf(span);
  }

  start({ name, kind = 'internal', attributes = {}, parent }: SpanStart): OpenSpan {
    const above = parent === undefined ? contexts.active() : below(parent);
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, above);
    return {
      context: contextOf(span),
      run: (work) => contexts.with(trace.setSpan(contexts.active(), span), work),
      end: (end) => endSpan(span, end),
    };
  }

  add(known: KnownSpan, parent?: TraceContext): void {
    this.#add(known, parent === undefined ? contexts.active() : below(parent));
  }

  /** Exports what is left and stops; gives up after a few seconds. */
  async stop(): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, maxShutdown).unref());
    await Promise.race([this.#sdk.shutdown().catch(() => undefined), late]);
  }

  #add({ name, kind = 'internal', attributes = {}, start, ...known }: KnownSpan, parent: Context): void {
    const span = this.#ids.with(known, () =>
      this.#tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes }, startTime: start }, parent),
    );
    for (const { name: event, at, attributes: more = {} } of known.events ?? []) span.addEvent(event, { ...more }, at);
    if (known.status !== undefined) span.setStatus(statusOf(known.status));
    span.end(known.end);
    const inside = trace.setSpan(parent, span);
    for (const child of known.children ?? []) this.#add(child, inside);
  }
}

/** Random IDs, except for spans whose IDs are given. Spans start synchronously, so that no other takes an ID. */
class GivenIds implements traces.IdGenerator {
  readonly #random = new traces.RandomIdGenerator();
  #given: Pick<KnownSpan, 'traceId' | 'spanId'> = {};

  generateTraceId = (): string => this.#given.traceId ?? this.#random.generateTraceId();
  generateSpanId = (): string => this.#given.spanId ?? this.#random.generateSpanId();

  with<Result>(given: Pick<KnownSpan, 'traceId' | 'spanId'>, start: () => Result): Result {
    this.#given = given;
    try {
      return start();
    } finally {
      this.#given = {};
    }
  }
}

function contextOf(span: Span): TraceContext {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
}

function below({ traceId, spanId, isSampled }: TraceContext): Context {
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function endSpan(span: Span, { status, attributes }: SpanEnd = {}): void {
  if (attributes !== undefined) span.setAttributes({ ...attributes });
  if (status !== undefined) span.setStatus(statusOf(status));
  span.end();
}

function statusOf(status: SpanStatus) {
  return status.kind === 'ok'
    ? { code: SpanStatusCode.OK }
    : { code: SpanStatusCode.ERROR, ...(status.message !== undefined && { message: status.message }) };
}

/** The same failure repeats with every export. */
function oncePerPeriod(warn: (reason: string) => void): (reason: string) => void {
  let last = -Infinity;
  return (reason) => {
    if (performance.now() - last < quietMilliseconds) return;
    last = performance.now();
    warn(reason);
  };
}

function quietExcept(error: (message: string) => void) {
  const nothing = (): void => undefined;
  return { error, warn: nothing, info: nothing, debug: nothing, verbose: nothing };
}

/** The message alone: errors of the exporter contain its request. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}
