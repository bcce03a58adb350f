import type { Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen, urlOf } from './listening-server.ts';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly events?: readonly { readonly name: string }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Pick<ReceivedSpan, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

/** Receives spans as JSON, for `OTEL_EXPORTER_OTLP_PROTOCOL=http/json`. */
export class OtlpReceiver {
  readonly url: string;
  readonly spans: ReceivedSpan[] = [];
  /** Method, path and content type of each request. */
  readonly requests: string[] = [];
  readonly #server: Server;

  static async start(): Promise<OtlpReceiver> {
    const received: { receiver?: OtlpReceiver } = {};
    const server = await listen((request, response) => {
      const { receiver } = received;
      receiver?.requests.push(`${request.method} ${request.url} ${request.headers['content-type']}`);
      void json(request)
        .then(
          (body) => receiver?.spans.push(...spansOf(body as Export)),
          () => undefined,
        ) // sent by the exporter
        .finally(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    });
    return (received.receiver = new OtlpReceiver(server));
  }

  private constructor(server: Server) {
    this.#server = server;
    this.url = urlOf(server);
  }

  /** The variables that send the spans of a process here, soon after they have ended. */
  get environment(): Readonly<Record<string, string>> {
    return {
      OTEL_EXPORTER_OTLP_ENDPOINT: this.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    };
  }

  /** Resolves with the spans of a trace once one has the name. */
  async trace(traceId: string, name: string | RegExp): Promise<readonly ReceivedSpan[]> {
    for (;;) {
      const spans = this.spans.filter((span) => span.traceId === traceId);
      if (spans.some((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)))) return spans;
      await sleep(20);
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function spansOf({ resourceSpans }: Export): readonly ReceivedSpan[] {
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

/** The names of spans as a tree, siblings by start and then by name; spans of which `isShown` is false are left out. */
export function treeOf(
  spans: readonly ReceivedSpan[],
  isShown: (span: ReceivedSpan) => boolean = () => true,
): readonly string[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const lines = (parent: string | undefined, depth: number): readonly string[] =>
    spans
      .filter(({ parentSpanId }) =>
        parent === undefined ? parentSpanId === undefined || !ids.has(parentSpanId) : parentSpanId === parent,
      )
      .filter(isShown)
      .toSorted((left, right) => compare(left, right))
      .flatMap((span) => [`${'  '.repeat(depth)}${span.name}`, ...lines(span.spanId, depth + 1)]);
  return lines(undefined, 0);
}

function compare(left: ReceivedSpan, right: ReceivedSpan): number {
  const time = BigInt(left.startTimeUnixNano) - BigInt(right.startTimeUnixNano);
  return time === 0n ? left.name.localeCompare(right.name) : Number(time);
}

export function attributesOf({ attributes }: Pick<ReceivedSpan, 'attributes'>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
