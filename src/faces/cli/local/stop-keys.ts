export interface StopKeysOptions {
  readonly stop: () => void;
  readonly kill: () => void;
  /** Milliseconds. */
  readonly now?: () => number;
}

// npm and npx forward a signal that the terminal has already sent.
const oneKeypress = 300;

/** A listener for Ctrl-C: the first press stops a run, a second one kills it. */
export function stopKeys({ stop, kill, now = () => performance.now() }: StopKeysOptions): () => void {
  let first: number | undefined;
  let isKilled = false;
  return () => {
    const time = now();
    if (first === undefined) {
      first = time;
      stop();
    } else if (!isKilled && time - first >= oneKeypress) {
      isKilled = true;
      kill();
    }
  };
}
