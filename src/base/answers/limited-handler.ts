import { addAbortSignal, Readable } from 'node:stream';
import { timeoutSignal } from '../timers/timers.ts';
import type { AnswerLimits } from './answer-limits.ts';
import { requireParsable } from './parse-answer.ts';
import { readBody } from './read-body.ts';

/** What sends the requests of a client of AWS, as far as it matters here. */
interface Handler {
  handle(request: unknown, options?: unknown): Promise<{ readonly response: HandledAnswer }>;
}

export interface HandledAnswer {
  readonly statusCode: number;
  body?: unknown;
}

export interface HandlerOptions<Request> {
  /** The limits of an answer; undefined for one whose reader limits it. */
  readonly limitsOf: (request: Request, answer: HandledAnswer) => AnswerLimits | undefined;
  /** Milliseconds until the rest of an answer must have arrived. */
  readonly timeout: number;
}

/**
 * Changes a handler so that its answers have arrived completely, within the limits. The clients of AWS read answers of
 * any size, and parse them at once.
 * @returns the same handler
 */
export function limitedHandler<Inner extends object, Request>(
  inner: Inner,
  { limitsOf, timeout }: HandlerOptions<Request>,
): Inner {
  const handler = inner as unknown as Handler; // every handler has it
  const ask = handler.handle.bind(handler);
  handler.handle = async (...given) => {
    const output = await ask(...given);
    const { response } = output;
    const limits = limitsOf(given[0] as Request, response);
    if (limits === undefined || !(response.body instanceof Readable)) return output;
    const body = await readBody(addAbortSignal(timeoutSignal(timeout), response.body), limits);
    await requireParsable(body.toString(), limits);
    response.body = Readable.from([body]);
    return output;
  };
  return inner;
}
