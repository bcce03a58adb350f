import express, { type Request, type RequestHandler, type Response } from 'express';
import { decodeUtf8 } from '../../../abilities/flows/check/decode-utf8.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import { setTimeout } from '../../../base/timers/timers.ts';
import type { RevisionSource } from '../../../store/revisions/flow-revision.ts';
import { operationOf, type AnyRequest, type RawBody } from '../operation.ts';
import { bodyProblem, bodyTooLarge } from './body-problem.ts';
import { parseJson } from './parse-json.ts';

export interface BodyLimits {
  readonly flowBytes: number;
  readonly bodyBytes: number;
}

/**
 * Reads the request body according to the contract of the operation. If the contract lists YAML, `request.body` is a
 * RevisionSource with the unchanged bytes, also for JSON; otherwise it is the parsed JSON, or a RawBody for
 * `x-raw-body`. If the document is optional, an empty body is an empty document.
 */
export function readBody(limits: BodyLimits): RequestHandler {
  const flowReader = bodyReader('A flow', limits.flowBytes);
  const otherReader = bodyReader('A body', limits.bodyBytes);
  return async (request, response, next) => {
    const { requestBody, 'x-raw-body': isRaw = false } = operationOf(request);
    const { content = {}, required = false } = requestBody ?? {};
    const allowed = Object.keys(content);
    if (isRaw) {
      request.body = await readRaw(otherReader, allowed, request, response);
      next();
      return;
    }
    const isDocument = allowed.includes('application/x-yaml');
    if (isDocument && !required && !hasBody(request)) {
      request.headers['content-type'] = 'application/x-yaml';
      request.body = documentSource(Buffer.alloc(0), 'application/x-yaml');
    } else if (allowed.length === 0 || (!required && !hasBody(request))) {
      delete request.headers['content-type'];
    } else {
      response.locals[formKey] = request.headers['content-type'];
      const mediaType = mediaTypeOf(request, allowed);
      if (mediaType === formType) {
        next();
        return;
      }
      const isFlow = isDocument && allowed.includes('application/json');
      const bytes = await readBytes(isFlow ? flowReader : otherReader, request, response);
      if (bytes.length === 0 && (required || !isDocument)) throw emptyBody(allowed);
      request.body = isDocument ? documentSource(bytes, mediaType) : parseJson(decodeUtf8(bytes));
    }
    next();
  };
}

const formType = 'multipart/form-data';
const formKey = 'formType';

/** Whether the body is a form. Forms are not read here, because their files can be larger than the memory. */
export function isForm(request: Pick<AnyRequest, 'headers'>): boolean {
  return request.headers['content-type'] === formType;
}

/** The original Content-Type of a form, including its boundary. */
export function formTypeOf(response: Response): string {
  return String(response.locals[formKey]); // set by readBody
}

async function readRaw(
  reader: BodyReader,
  allowed: readonly string[],
  request: Request,
  response: Response,
): Promise<RawBody> {
  if (!hasBody(request)) {
    delete request.headers['content-type'];
    return { bytes: Buffer.alloc(0) };
  }
  const mediaType = mediaTypeOf(request, allowed, { acceptsJsonTypes: true });
  return { mediaType, bytes: await readBytes(reader, request, response) };
}

interface BodyReader {
  /** The subject of the message for a body that is too large. */
  readonly what: string;
  readonly limit: number;
  readonly read: RequestHandler;
}

function bodyReader(what: string, limit: number): BodyReader {
  return { what, limit, read: express.raw({ type: () => true, limit }) };
}

const maxBody = 60_000;

async function readBytes(reader: BodyReader, request: Request, response: Response): Promise<Buffer> {
  const { what, limit } = reader;
  const { 'content-length': length, 'content-encoding': encoding } = request.headers;
  if (Number(length ?? 0) > limit) throw bodyTooLarge(what, limit);
  // Most bodies arrive together with their header, and are here already.
  const isHere = encoding === undefined && request.readableLength > 0 && request.readableLength === Number(length);
  if (!isHere) return readSlowly(reader, request, response);
  const bytes = request.read() as Buffer; // all of it, because nobody has read yet; no text encoding is set
  request.resume(); // to its end
  return bytes;
}

/** Rejects a body as soon as it exceeds the limit; body-parser alone would read the rest of it first. */
function readSlowly({ what, limit, read }: BodyReader, request: Request, response: Response): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received = 0;
    const deadline = setTimeout(
      () => reject(new AppError('request-timeout', `The body must arrive within ${maxBody / 1000} seconds.`)),
      maxBody,
    );
    request.once('close', () => clearTimeout(deadline));
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > limit) reject(bodyTooLarge(what, limit));
    });
    if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
    void read(request, response, (error?: unknown) => {
      const bytes: unknown = request.body;
      if (error) reject(bodyProblem(error, what));
      else resolve(Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0));
    });
  });
}

function documentSource(bytes: Buffer, mediaType: string): RevisionSource {
  return { bytes, mediaType, format: mediaType === 'application/json' ? 'json' : 'yaml' };
}

/**
 * The media type without parameters. Also replaces the header with it, because the validator caches every variant.
 * @param options.acceptsJsonTypes whether `application/cloudevents+json` and the like count as `application/json`
 */
function mediaTypeOf(request: Request, allowed: readonly string[], { acceptsJsonTypes = false } = {}): string {
  const header = request.headers['content-type'];
  if (header === undefined) {
    if (!hasBody(request)) throw emptyBody(allowed);
    throw new AppError('unsupported-media-type', `The Content-Type is missing; allowed: ${allowed.join(', ')}.`);
  }
  const mediaType = (header.split(';')[0] ?? '').trim().toLowerCase();
  const isJson = acceptsJsonTypes && /^application\/[\w.-]+\+json$/.test(mediaType);
  const inContract = isJson ? 'application/json' : mediaType;
  if (!allowed.includes(inContract)) {
    throw new AppError(
      'unsupported-media-type',
      `The Content-Type is ${JSON.stringify(header.slice(0, 100))}; allowed: ${allowed.join(', ')}.`,
    );
  }
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(header)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw new AppError(
      'unsupported-media-type',
      `The charset is ${JSON.stringify(charset.slice(0, 100))}; allowed: utf-8.`,
    );
  }
  request.headers['content-type'] = inContract;
  return mediaType;
}

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

function emptyBody(allowed: readonly string[]): AppError {
  const expected = allowed.includes('application/x-yaml') ? 'a flow' : 'a JSON object';
  return new AppError('empty-body', `The body is empty; send ${expected} as ${allowed.join(', ')}.`);
}
