/** What a user who presses Ctrl-C wants. */
export interface StopKeysOptions {
  readonly stop: () => void;
  readonly kill: () => void;
  /** Milliseconds. */
  readonly now?: () => number;
}

// npm and npx pass a signal on that the terminal has sent already.
const oneKeypress = 300;

/** Tells the first Ctrl-C, which stops a run, from the second one, which kills it. */
export class StopKeys {
  readonly #options: StopKeysOptions;
  #first: number | undefined;
  #isKilled = false;

  constructor(options: StopKeysOptions) {
    this.#options = options;
  }

  readonly press = (): void => {
    const { stop, kill, now = () => performance.now() } = this.#options;
    const time = now();
    if (this.#first === undefined) {
      this.#first = time;
      stop();
    } else if (!this.#isKilled && time - this.#first >= oneKeypress) {
      this.#isKilled = true;
      kill();
    }
  };
}
