import type { Response } from 'express';

/** How often a response that takes long is checked, and so how long it can outlive its token, in milliseconds. */
export const defaultRecheck = 10_000;

/**
 * Cuts the connection of a response whose token has expired or was revoked in the meantime: a log can be followed for
 * hours. While that cannot be found out, the response continues.
 */
export function endWhenUnknown(
  response: Response,
  isKnown: () => Promise<boolean>,
  recheckMilliseconds = defaultRecheck,
): void {
  const timer = setInterval(() => {
    void isKnown()
      .catch(() => true)
      .then((known) => known || response.destroy());
  }, recheckMilliseconds);
  timer.unref();
  response.once('close', () => clearInterval(timer));
}
