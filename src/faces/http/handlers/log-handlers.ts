import { Readable } from 'node:stream';
import type { Response } from 'express';
import { bytesOf, wholeCharacters, type ByteRange } from '../../../abilities/logs/lines/log-bytes.ts';
import type { LogChunk } from '../../../abilities/logs/lines/log-reading.ts';
import type { LogHit, SearchPlace } from '../../../abilities/logs/log-search-service.ts';
import type { LogService } from '../../../abilities/logs/log-service.ts';
import type { Services } from '../../../abilities/open-abilities.ts';
import type { VisibleExecution } from '../../../abilities/records/visible-execution.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import { setInterval } from '../../../base/timers/timers.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { AnyRequest, OperationHandlers, OperationRequest, OperationResponse } from '../operation.ts';
import { isHead } from '../request/head-request.ts';
import { flowKey } from '../request/request-values.ts';
import { chunkEvent, lineEvents, logText, timedText } from '../response/log-events.ts';
import { sendStream } from '../response/send-stream.ts';

/** The logs and artifacts of executions. */
export function logHandlers({
  executions,
  logs,
  logSearch,
  artifacts,
}: Pick<Services, 'executions' | 'logs' | 'logSearch' | 'artifacts'>) {
  return {
    getLogs: async (request, response) => {
      const record = await executions.read(request.params.execution_id, callerOf(response));
      if (request.query.task !== undefined) logs.requireTask(record, request.query.task);
      await logs.requireLog(record);
      if ((request.query.follow ?? 'false') !== 'false') await sendEvents(request, response, record, logs);
      else await sendText(request, response, record, logs);
    },

    searchLogs: async (request, response) => {
      const { search, after } = request.query;
      const place = after === undefined ? undefined : placeOf(after);
      const { hits, next } = await logSearch.search(flowKey(request), search, callerOf(response), place);
      response.json({ hits: hits.map(hitOnWire), next: next && `${next.execution}-${next.line}-${next.offset}` });
    },

    listArtifacts: async (request, response) => {
      const listed = await artifacts.list(request.params.execution_id, callerOf(response));
      response.json({
        artifacts: listed.artifacts.map(({ path }) => ({ path })),
        omitted: listed.omitted?.map(({ path, reason }) => ({ path, reason })),
      });
    },

    getArtifact: async (request, response) => {
      const { path } = request.params;
      const { stream, size } = await artifacts.open(request.params.execution_id, path, {
        caller: callerOf(response),
        signal: closing(response),
      });
      // Sent as a download: an HTML page from a build must not run with the rights of its viewer.
      response.attachment(path.split('/').at(-1)).type('application/octet-stream');
      if (size !== undefined) response.set('Content-Length', String(size));
      await sendStream(stream, response);
    },
  } satisfies Partial<OperationHandlers>;
}

function hitOnWire({ execution: { id, number, state, history }, line, text }: LogHit): Schema<'LogHit'> {
  const { at: createdAt } = history[0]!; // every record starts with CREATED
  return { execution: id, createdAt, number, state, line, text };
}

/** @param text in the form that the contract requires */
function placeOf(text: string): SearchPlace {
  const [execution = '', line, offset] = text.split('-');
  return { execution, line: Number(line), offset: Number(offset) };
}

async function sendText(
  request: OperationRequest<'getLogs'>,
  response: OperationResponse<'getLogs'>,
  record: VisibleExecution,
  logs: LogService,
): Promise<void> {
  response.type('text/plain');
  const { task, timestamps: hasTimes = false } = request.query;
  if (task !== undefined || record.isPartial || hasTimes) {
    await sendStream(Readable.from(textOf(logs.text(record, { task, hasTimes })), { objectMode: false }), response);
    return;
  }
  const log = await logs.bytes(record);
  const asked = askedRange(request, response, log.size);
  const range = asked === undefined ? { start: 0, end: log.size } : await wholeCharacters(log, asked);
  response.set({ 'Accept-Ranges': 'bytes', 'Content-Length': String(range.end - range.start) });
  if (asked !== undefined)
    response.status(206).set('Content-Range', `bytes ${range.start}-${range.end - 1}/${log.size}`);
  await sendStream(Readable.from(bytesOf(log, range)), response);
}

/**
 * The byte range of a request (RFC 9110, 14.1.2); undefined to send everything. Multiple ranges and other units are
 * ignored, and so is a range with If-Range: a growing log has no validator.
 * @throws {AppError} `range-not-satisfiable`
 */
function askedRange(request: AnyRequest, response: Response, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(request.headers.range ?? '') ?? [];
  if (first + last === '' || request.headers['if-range'] !== undefined) return undefined;
  const isSuffix = first === '';
  const start = isSuffix ? Math.max(0, size - Number(last)) : Number(first);
  const end = isSuffix || last === '' ? size : Math.min(size, Number(last) + 1);
  if (start < end) return { start, end };
  // A range that ends before it starts is invalid and ignored; a suffix of an empty log is the whole log.
  if (isSuffix ? Number(last) > 0 : last !== '' && Number(last) < start) return undefined;
  response.set('Content-Range', `bytes */${size}`);
  throw new AppError(
    'range-not-satisfiable',
    `The range ${JSON.stringify(request.headers.range?.slice(0, 100))} is outside the ${size} bytes that exist so far.`,
  );
}

const lineFeed = 0x0a;

/** The last line gets a line feed too, because the text after it is not part of the log. */
async function* textOf(chunks: AsyncIterable<LogChunk>): AsyncGenerator<Buffer> {
  let isLineEnd = true;
  for await (const chunk of chunks) {
    const text: Buffer = chunk.times === undefined ? chunk.as(logText) : timedText(chunk, isLineEnd);
    isLineEnd = text.at(-1) === lineFeed;
    yield text;
  }
  if (!isLineEnd) yield Buffer.from('\n');
}

/** Sends one event per line, or larger ones if the client asks for them, and finally the event `end` with the final state. */
async function sendEvents(
  request: OperationRequest<'getLogs'>,
  response: OperationResponse<'getLogs'>,
  record: VisibleExecution,
  logs: LogService,
): Promise<void> {
  const start = startOf(request);
  response.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    'X-Accel-Buffering': 'no',
  });
  if (isHead(response)) {
    response.end();
    return;
  }
  response.flushHeaders();
  const signal = closing(response);
  // Proxies close idle connections.
  const heartbeat = setInterval(() => response.write(': still here\n\n'), 15_000);
  const form = request.query.follow === 'chunks' ? chunkEvent : lineEvents;
  const { task, timestamps: hasTimes = false } = request.query;
  const chunks = logs.follow(record, { start, task, hasTimes, signal });
  try {
    for (let chunk = await chunks.next(); !signal.aborted; chunk = await chunks.next()) {
      if (chunk.done === true) {
        response.write(`event: end\ndata: ${JSON.stringify({ state: chunk.value })}\n\n`);
        break;
      }
      if (!response.write(chunk.value.as(form))) await drained(response, signal);
    }
  } finally {
    clearInterval(heartbeat);
    void chunks.return(record.state);
    response.end();
  }
}

function startOf(request: OperationRequest<'getLogs'>): number {
  // The contract allows only digits; a client without an id can send an empty header.
  return Number(request.get('Last-Event-ID') ?? '');
}

function drained(response: Response, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const onDrained = () => {
      response.off('drain', onDrained);
      signal.removeEventListener('abort', onDrained);
      resolve();
    };
    response.on('drain', onDrained);
    signal.addEventListener('abort', onDrained);
  });
}

/** Aborts when the client disconnects. */
function closing(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}
