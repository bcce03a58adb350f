import type { Readable } from 'node:stream';
import busboy, { type Busboy } from 'busboy';
import type { Response } from 'express';
import { AppError } from '../../../base/problem/app-error.ts';
import { messageOf } from '../../../base/problem/message-of.ts';
import { setTimeout } from '../../../base/timers/timers.ts';
import type { AnyRequest } from '../operation.ts';
import { bodyTooLarge } from './body-problem.ts';
import { formTypeOf } from './read-body.ts';

/** Receives the parts of a form as they arrive. */
export interface FormParts {
  /**
   * A part with a file; `filename` can be empty.
   * @returns whether to continue reading the form
   */
  file(name: string, filename: string, content: Readable): Promise<boolean>;
  /** A part with a string. @returns as above */
  text(name: string, text: string): boolean;
}

export interface FormLimits {
  /** Max bytes of all strings together. */
  readonly textBytes: number;
}

// More than the inputs of any flow.
const maxParts = 20_000;
// busboy replaces bytes that are not UTF-8 with this character. No user means it, and the value would differ from the
// original.
const undecodable = '\u{FFFD}';
// A client that sends nothing for this long counts as disconnected.
const maxSilence = 60_000;

/**
 * Reads a form part by part, without loading files into memory. When the promise settles, all work on the parts has
 * ended; the rest of the body is not read.
 * @throws {AppError} `malformed-body`, `request-timeout`, `body-too-large`, `unsupported-media-type`; errors of `parts`
 */
export async function readForm(
  request: AnyRequest,
  response: Response,
  parts: FormParts,
  limits: FormLimits,
): Promise<void> {
  const form = openForm(request, response, limits);
  const work: Promise<void>[] = [];
  let problem: { readonly error: unknown } | undefined;
  await new Promise<void>((end) => {
    let isOver = false;
    const stop = () => {
      isOver = true;
      end();
    };
    const fail = (error: unknown) => {
      // Errors caused by stopping are irrelevant.
      if (!isOver) problem = { error };
      stop();
    };
    takeParts(form, parts, limits, { work, fail, goOn: (isNeeded) => void (isNeeded || stop()) });
    form.on('close', () => void Promise.all(work).then(stop));
    watch(request, fail);
    if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
    request.pipe(form);
  });
  request.setTimeout(0).removeAllListeners('timeout');
  request.unpipe(form);
  form.destroy();
  await Promise.all(work);
  discardBody(request, response);
  if (problem !== undefined) throw problem.error;
}

interface FormProgress {
  /** The pending work on files; never rejects. */
  readonly work: Promise<void>[];
  readonly fail: (error: unknown) => void;
  /** Stops reading unless the rest is needed. */
  readonly goOn: (isNeeded: boolean) => void;
}

function takeParts(
  form: Busboy,
  parts: FormParts,
  { textBytes }: FormLimits,
  { work, fail, goOn }: FormProgress,
): void {
  let texts = 0;
  form.on('file', (name, content, { filename }) => {
    content.on('error', () => undefined); // reported to the reader of the stream
    work.push(parts.file(name ?? '', filename ?? '', content).then(goOn, fail));
  });
  form.on('field', (name, text, { valueTruncated }) => {
    texts += Buffer.byteLength(text);
    if (valueTruncated || texts > textBytes) fail(bodyTooLarge('The strings in a form together', textBytes));
    else if (text.includes(undecodable))
      fail(
        new AppError(
          'malformed-body',
          `The form part ${name} must be UTF-8, and must not contain the replacement character U+FFFD.`,
        ),
      );
    else goOn(parts.text(name ?? '', text));
  });
  form.on('partsLimit', () => fail(new AppError('body-too-large', `A form must have at most ${maxParts} parts.`)));
  form.on('error', (error) => fail(new AppError('malformed-body', `The form cannot be read: ${messageOf(error)}.`)));
}

/** Fails when the client disconnects or stops sending. */
function watch(request: AnyRequest, fail: (error: AppError) => void): void {
  const failUnlessComplete = (code: 'malformed-body' | 'request-timeout', reason: string) =>
    request.complete || fail(new AppError(code, reason));
  request.on('error', () => undefined); // followed by "close"
  request.once('close', () =>
    failUnlessComplete('malformed-body', 'The connection closed before the end of the body.'),
  );
  request.setTimeout(maxSilence, () =>
    failUnlessComplete('request-timeout', `The client sent nothing for ${maxSilence / 1000} seconds.`),
  );
}

function openForm(request: AnyRequest, response: Response, { textBytes }: FormLimits): Busboy {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new AppError('unsupported-media-type', 'The Content-Encoding of a form must be identity.');
  }
  try {
    return busboy({
      headers: { ...request.headers, 'content-type': formTypeOf(response) },
      defParamCharset: 'utf8',
      limits: { fieldSize: textBytes, parts: maxParts },
    });
  } catch {
    throw new AppError('malformed-body', 'The Content-Type of the form must contain a valid boundary.');
  }
}

// The time for a client to read the response while it is still sending.
const maxLinger = 2_000;

/**
 * Discards the rest of the body for a moment, because a client that is still sending may not read the response yet;
 * then closes the connection.
 */
function discardBody(request: AnyRequest, response: Response): void {
  if (request.complete) return;
  request.resume();
  response.once('finish', () => {
    const linger = setTimeout(() => request.socket.destroy(), maxLinger);
    request.once('close', () => clearTimeout(linger));
  });
}
