import { setImmediate as nextTurn } from 'node:timers/promises';

/** Gives each caller a turn of the event loop to itself, so that other work comes between them, however many they are. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  next(): Promise<void> {
    return (this.#last = this.#last.then(() => nextTurn()));
  }
}
