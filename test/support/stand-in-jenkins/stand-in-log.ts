/** The log of a build as it is on Jenkins' disk, with its hidden notes. */
export class StandInLog {
  complete = false;
  #content = Buffer.alloc(0);

  bytes(bytes: Uint8Array): void {
    this.#content = Buffer.concat([this.#content, bytes]);
  }

  line(text: string): void {
    this.bytes(Buffer.from(`${text}\n`));
  }

  /** A line with a note before it. */
  hidden(text: string): void {
    this.line(`\u001b[8mha:////4LcXGN7Rk6Z0cYnO8TicyzCmijZR468kDmaLRJgq6C4NAAAA\u001b[0m${text}`);
  }

  /**
   * A reply of progressiveText. For an offset beyond the end it sends everything; lines end in CR LF.
   * @param withNotes as Jenkins does since 2.509
   */
  range(start: number, withNotes: boolean): { readonly text: Buffer; readonly size: number } {
    const size = this.#content.length;
    const part = this.#content.subarray(start > size ? 0 : start);
    return { text: withLineEnds(withNotes ? part : withoutNotes(part)), size };
  }

  get consoleText(): Buffer {
    return withoutNotes(this.#content);
  }
}

// Latin 1 preserves every byte.
function withoutNotes(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(/\u001b\[8mha:.*?\u001b\[0m/g, ''), 'latin1'); // oxlint-disable-line no-control-regex -- the sequence begins with ESC
}

function withLineEnds(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1');
}
