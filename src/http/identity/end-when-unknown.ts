import type { Response } from 'express';
import type { Identity } from '../../access/identity.ts';
import { isEventStream } from '../response/is-event-stream.ts';
import type { UnknownIdentity } from './identity-verifier.ts';

/** How often a response that takes long is checked, and so how long it can outlive its identity, in milliseconds. */
export const defaultRecheck = 10_000;

// A longer timer of Node.js ends at once.
const maxDelay = 2 ** 31 - 1;

export interface EndWhenUnknownDeps {
  /** Authenticates the request again, in the same way, whatever identifies its caller. */
  readonly verify: () => Promise<Identity | UnknownIdentity>;
  readonly recheckMilliseconds?: number;
}

/**
 * Cuts the connection of a response whose caller is no longer known, for example because a token was revoked: a log can
 * be followed for hours. Event streams also end when the token expires, at that time; a download that began before runs
 * to completion. While it cannot be found out whether the caller is known, the response continues.
 */
export function endWhenUnknown(
  response: Response,
  { expiresAt }: Identity,
  { verify, recheckMilliseconds = defaultRecheck }: EndWhenUnknownDeps,
): void {
  const check = async () => {
    const found = await verify().catch(() => undefined);
    if (found === undefined || !('unknown' in found)) return;
    if (found.hasExpired !== true || isEventStream(response)) response.destroy();
  };
  const timer = setInterval(() => void check(), recheckMilliseconds);
  timer.unref();
  const left = expiresAt === undefined ? 0 : expiresAt.getTime() - Date.now();
  const end = left > 0 && left <= maxDelay ? setTimeout(() => endStream(response), left) : undefined;
  end?.unref();
  response.once('close', () => {
    clearInterval(timer);
    clearTimeout(end);
  });
}

function endStream(response: Response): void {
  if (isEventStream(response)) response.destroy();
}
