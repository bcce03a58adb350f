// A timer of JavaScript that is longer fires after a millisecond. It is 24.8 days.
const maxTimer = 2 ** 31 - 1;

/**
 * As the function of JavaScript, for any duration: it calls back once, after that many milliseconds.
 * `clearTimeout` ends it.
 */
export function setTimeout(callBack: () => void, milliseconds: number): NodeJS.Timeout {
  const parts = Math.max(1, Math.ceil(milliseconds / maxTimer));
  let left = parts; // infinitely many of a duration without end
  const timer = globalThis.setTimeout(
    () => {
      left -= 1;
      if (left > 0) timer.refresh();
      else callBack();
    },
    Number.isFinite(parts) ? milliseconds / parts : maxTimer,
  );
  return timer;
}

/** Works as the function of JavaScript, but a longer interval is 24.8 days and not a millisecond. */
export function setInterval(callBack: () => void, milliseconds: number): NodeJS.Timeout {
  return globalThis.setInterval(callBack, Math.min(milliseconds, maxTimer));
}

export interface SleepOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether the process stays alive for it; true by default. */
  readonly ref?: boolean;
}

/** Resolves after that many milliseconds, however many. @throws {Error} AbortError as soon as the signal aborts */
export function sleep<Value = undefined>(
  milliseconds: number,
  value?: Value,
  { signal, ref = true }: SleepOptions = {},
): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(abortError(signal));
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value as Value); // undefined if it was omitted
    }, milliseconds);
    function abort(): void {
      clearTimeout(timer);
      reject(abortError(signal));
    }
    signal?.addEventListener('abort', abort, { once: true });
    if (!ref) timer.unref();
  });
}

/**
 * A signal that aborts with a TimeoutError after that many milliseconds, however many. The process need not wait for it.
 * Its timer holds it: `AbortSignal.any` of Node.js 20 forgets one of `AbortSignal.timeout` that is collected.
 */
export function timeoutSignal(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => {
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, milliseconds).unref();
  return controller.signal;
}

/** The error of `node:timers/promises`. */
function abortError(signal: AbortSignal | undefined): Error {
  return Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), {
    name: 'AbortError',
    code: 'ABORT_ERR',
  });
}
