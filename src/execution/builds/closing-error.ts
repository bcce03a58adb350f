/**
 * Why a build has failed, in the pipeline's own words: Jenkins writes the error that ended it behind the end of the
 * pipeline, when no script can print any more.
 */
export class ClosingError {
  #tail = '';

  /** Takes the log on, in pieces. */
  push(text: string): void {
    this.#tail = (this.#tail + text).slice(-maxClosingLength);
  }

  /** One line; undefined when the log does not end with an error. */
  get message(): string | undefined {
    const closing = this.#tail.slice(this.#tail.lastIndexOf(lastStep));
    return /^.*\n(?:Also:.*\n)*(?:ERROR: )?(.*\S)\n(?:.*\n)*Finished: FAILURE\n?$/.exec(closing)?.[1];
  }
}

const lastStep = '[Pipeline] End of Pipeline';

// An error comes with a stack trace at times.
const maxClosingLength = 64 * 1024;
