import type { Readable } from 'node:stream';
import busboy, { type Busboy } from 'busboy';
import type { Response } from 'express';
import { AppError } from '../../problem/app-error.ts';
import { messageOf } from '../../problem/message-of.ts';
import type { AnyRequest } from '../operation.ts';
import { bodyTooLarge } from './body-problem.ts';
import { formTypeOf } from './read-body.ts';

/** Takes the parts of a form as they come. */
export interface FormParts {
  /**
   * A part with a file; `filename` is empty where it has none.
   * @returns whether the rest of the form shall be read
   */
  file(name: string, filename: string, content: Readable): Promise<boolean>;
  /** A part with a text. @returns as above */
  text(name: string, text: string): boolean;
}

export interface FormLimits {
  /** Bytes of all texts together. */
  readonly textBytes: number;
}

// More inputs than a flow may have.
const maxParts = 20_000;
// What busboy makes of bytes that are not UTF-8. Nobody means it, and a value that differs from what was sent would pass for it.
const undecodable = '\u{FFFD}';
// A client that sends nothing for as long has gone.
const maxSilence = 60_000;

/**
 * Reads the form of a request part by part, without ever holding a file in memory. When it settles, nobody works on the
 * parts any more; what is left of the body is not read.
 * @throws {AppError} `malformed-body`, `request-timeout`, `body-too-large`, `unsupported-media-type`; what the parts throw
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
      // What fails because the form is over says nothing about it.
      if (!isOver) problem = { error };
      stop();
    };
    takeParts(form, parts, limits, { work, fail, goOn: (isWanted) => void (isWanted || stop()) });
    form.on('close', () => void Promise.all(work).then(stop));
    watch(request, fail);
    if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
    request.pipe(form);
  });
  request.setTimeout(0).removeAllListeners('timeout');
  request.unpipe(form);
  form.destroy();
  await Promise.all(work);
  leaveRest(request, response);
  if (problem !== undefined) throw problem.error;
}

interface FormProgress {
  /** What is still done with files; never rejects. */
  readonly work: Promise<void>[];
  readonly fail: (error: unknown) => void;
  /** Ends the reading unless the rest is wanted. */
  readonly goOn: (isWanted: boolean) => void;
}

function takeParts(
  form: Busboy,
  parts: FormParts,
  { textBytes }: FormLimits,
  { work, fail, goOn }: FormProgress,
): void {
  let texts = 0;
  form.on('file', (name, content, { filename }) => {
    content.on('error', () => undefined); // whoever reads it is told
    work.push(parts.file(name ?? '', filename ?? '', content).then(goOn, fail));
  });
  form.on('field', (name, text, { valueTruncated }) => {
    texts += Buffer.byteLength(text);
    if (valueTruncated || texts > textBytes) fail(bodyTooLarge('The texts of a form together', textBytes));
    else if (text.includes(undecodable))
      fail(
        new AppError(
          'malformed-body',
          `The form's ${name} is not UTF-8, or holds U+FFFD, which stands for what is not.`,
        ),
      );
    else goOn(parts.text(name ?? '', text));
  });
  form.on('partsLimit', () => fail(new AppError('body-too-large', `A form may have up to ${maxParts} parts.`)));
  form.on('error', (error) => fail(new AppError('malformed-body', `The form cannot be read: ${messageOf(error)}.`)));
}

/** Notices a client that goes away, or falls silent. */
function watch(request: AnyRequest, fail: (error: AppError) => void): void {
  const failUnlessComplete = (code: 'malformed-body' | 'request-timeout', reason: string) =>
    request.complete || fail(new AppError(code, reason));
  request.on('error', () => undefined); // the next event tells of it
  request.once('close', () => failUnlessComplete('malformed-body', 'The connection ended before the body did.'));
  request.setTimeout(maxSilence, () =>
    failUnlessComplete('request-timeout', `Nothing has come for ${maxSilence / 1000} seconds.`),
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
    throw new AppError('malformed-body', 'The Content-Type does not tell the boundary of the form.');
  }
}

// For a client to read the answer while it still sends.
const maxFarewell = 2_000;

/** A client that still sends is heard out for a moment, for else it might never read the answer; then it is cut off. */
function leaveRest(request: AnyRequest, response: Response): void {
  if (request.complete) return;
  request.resume();
  response.once('finish', () => {
    const farewell = setTimeout(() => request.socket.destroy(), maxFarewell);
    request.once('close', () => clearTimeout(farewell));
  });
}
