import express, { type Request, type RequestHandler } from 'express';
import { AppError } from '../problem/app-error.ts';
import type { RevisionSource } from '../revision/flow-revision.ts';
import { decodeUtf8 } from '../services/flow-checker.ts';
import { parseJson } from './parse-json.ts';
import { operationOf } from './operation.ts';

export interface BodyLimits {
  readonly flowBytes: number;
  readonly bodyBytes: number;
}

/**
 * Reads the body that the operation's contract asks for. Where it names YAML, `request.body` is a RevisionSource, byte
 * for byte as it was sent and for JSON too; elsewhere it is the value of the JSON.
 */
export function readBody(limits: BodyLimits): RequestHandler {
  const readFlow = express.raw({ type: () => true, limit: limits.flowBytes });
  const readOther = express.raw({ type: () => true, limit: limits.bodyBytes });
  return (request, response, next) => {
    const allowed = Object.keys(operationOf(request).requestBody?.content ?? {});
    if (allowed.length === 0) {
      delete request.headers['content-type'];
      next();
      return;
    }
    const mediaType = mediaTypeOf(request, allowed);
    const isFlow = allowed.includes('application/json') && allowed.includes('application/x-yaml');
    const isDocument = allowed.includes('application/x-yaml');
    (isFlow ? readFlow : readOther)(request, response, (error?: unknown) => {
      if (error) {
        next(isTooLarge(error) ? tooLarge(isFlow ? 'A flow' : 'A body', error.limit) : error);
        return;
      }
      const bytes: unknown = request.body;
      if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw emptyBody(allowed);
      request.body = isDocument ? documentSource(bytes, mediaType) : parseJson(decodeUtf8(bytes));
      next();
    });
  };
}

function documentSource(bytes: Buffer, mediaType: string): RevisionSource {
  return { bytes, mediaType, format: mediaType === 'application/json' ? 'json' : 'yaml' };
}

/** The media type of the body, alone; also in the header, as the validator remembers every variant it meets. */
function mediaTypeOf(request: Request, allowed: readonly string[]): string {
  const header = request.headers['content-type'];
  if (header === undefined) {
    if (!hasBody(request)) throw emptyBody(allowed);
    throw new AppError('unsupported-media-type', `The Content-Type is missing; allowed: ${allowed.join(', ')}.`);
  }
  const mediaType = (header.split(';')[0] ?? '').trim().toLowerCase();
  if (!allowed.includes(mediaType)) {
    throw new AppError('unsupported-media-type', `The Content-Type is ${JSON.stringify(header.slice(0, 100))}; allowed: ${allowed.join(', ')}.`);
  }
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(header)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw new AppError('unsupported-media-type', `The charset is ${JSON.stringify(charset.slice(0, 100))}; allowed: utf-8.`);
  }
  request.headers['content-type'] = mediaType;
  return mediaType;
}

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

function emptyBody(allowed: readonly string[]): AppError {
  const what = allowed.includes('application/x-yaml') ? 'a flow' : 'a JSON object';
  return new AppError('empty-body', `The body is empty; send ${what} as ${allowed.join(', ')}.`);
}

interface TooLarge {
  readonly limit: number;
}

function isTooLarge(error: unknown): error is TooLarge {
  return typeof error === 'object' && error !== null && 'type' in error && error.type === 'entity.too.large';
}

function tooLarge(what: string, limit: number): AppError {
  return new AppError('body-too-large', `${what} may have up to ${limit} bytes (${limit / 1024} KiB).`, { limit });
}
