/**
 * Why a build failed, as reported by the pipeline itself: Jenkins writes the error that ended the build after the end
 * of the pipeline, where no script can print any more.
 */
export class ClosingError {
  #tail = '';

  /** Reads the next chunk of the log. */
  push(text: string): void {
    this.#tail = (this.#tail + text).slice(-maxClosingLength);
  }

  /** The error in one line; undefined if the log does not end with an error. */
  get message(): string | undefined {
    const closing = this.#tail.slice(this.#tail.lastIndexOf(lastStep));
    return /^.*\n(?:Also:.*\n)*(?:ERROR: )?(.*\S)\n(?:.*\n)*Finished: FAILURE\n?$/.exec(closing)?.[1];
  }
}

const lastStep = '[Pipeline] End of Pipeline';

// Some errors include a stack trace.
const maxClosingLength = 64 * 1024;
