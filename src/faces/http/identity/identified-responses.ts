import type { Response } from 'express';
import type { Identity } from '../../../access/identity.ts';
import { setInterval, setTimeout } from '../../../base/timers/timers.ts';
import { isEventStream } from '../response/is-event-stream.ts';
import { whenClosed } from '../when-closed.ts';
import type { UnknownIdentity } from './identity-verifier.ts';

/** Authenticates the request again, in the same way, whatever identifies its caller. */
export type VerifyAgain = () => Promise<Identity | UnknownIdentity>;

/** How often a response that takes long is checked, and so how long it can outlive its identity, in milliseconds. */
const defaultRecheck = 10_000;

/**
 * Cuts the connection of a response whose caller is no longer known, for example because a token was revoked: a log can
 * be followed for hours. Event streams also end when the token expires, at that time; a download that began before runs
 * to completion. While it cannot be found out whether the caller is known, the response continues.
 */
export class IdentifiedResponses {
  readonly #recheckMilliseconds: number;
  readonly #open = new Map<Response, VerifyAgain>();
  /** One for all: most responses end long before it, and a timer for each would cost more than adding them here. */
  #timer: NodeJS.Timeout | undefined;

  constructor(recheckMilliseconds = defaultRecheck) {
    this.#recheckMilliseconds = recheckMilliseconds;
  }

  add(response: Response, { expiresAt }: Identity, verify: VerifyAgain): void {
    this.#open.set(response, verify);
    this.#timer ??= setInterval(() => this.#checkAll(), this.#recheckMilliseconds).unref();
    const left = expiresAt === undefined ? 0 : expiresAt.getTime() - Date.now();
    const end = left > 0 ? setTimeout(() => endStream(response), left) : undefined;
    end?.unref();
    whenClosed(response, () => {
      this.#open.delete(response);
      clearTimeout(end);
    });
  }

  #checkAll(): void {
    for (const [response, verify] of this.#open) void check(response, verify);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

async function check(response: Response, verify: VerifyAgain): Promise<void> {
  const found = await verify().catch(() => undefined);
  if (found === undefined || !('unknown' in found)) return;
  if (found.hasExpired !== true || isEventStream(response)) response.destroy();
}

function endStream(response: Response): void {
  if (isEventStream(response)) response.destroy();
}
