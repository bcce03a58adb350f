import type { SecretMask } from '../../../base/masking/secret-mask.ts';
import { cutLine, firstBytes, lastLines, leftOutLine, logParts } from '../../../language/execution-plan/log-limits.ts';
import type { RunReport } from '../interpreter/run-ports.ts';

export interface ExecutionLogOptions {
  readonly report: RunReport;
  readonly mask: SecretMask;
  readonly maxBytes: number;
}

/** A text for the log that arrives in chunks of bytes. */
export interface LogStream {
  /** A promise pauses the writer until it resolves. */
  push(bytes: Uint8Array): void | Promise<void>;
  end(): void | Promise<void>;
}

/** Ends all lines with LF, as the log of Jenkins does; a carriage return alone stays. */
class LineEnds {
  /** A carriage return at the end of a chunk, which may belong to the next line feed. */
  #held = '';

  push(text: string): string {
    if (text === '') return '';
    const all = this.#held + text;
    this.#held = all.endsWith('\r') ? '\r' : '';
    return all.slice(0, all.length - this.#held.length).replaceAll('\r\n', '\n');
  }

  end(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }
}

/** Passes on whole lines only; a very long one is passed on in parts. */
class WholeLines {
  #held = '';

  push(text: string): string {
    const all = this.#held + text;
    const line = all.lastIndexOf('\n') + 1;
    const end = all.length - line > maxHeld ? all.length : line;
    this.#held = all.slice(end);
    return all.slice(0, end);
  }

  end(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }
}

/** A part of the end of a log. */
interface TailPart {
  readonly path: string | undefined;
  text: string;
  bytes: number;
}

// Larger parts would omit too much of the end at a time, and many small ones need memory.
const partBytes = 64 * 1024;
// Characters of a line that waits for its end.
const maxHeld = 64 * 1024;
// Masking a longer text at once would block other work.
const maxWrite = 64 * 1024;

/** The log of an execution: masked, and limited to its beginning and its end. */
export class ExecutionLog {
  readonly #options: ExecutionLogOptions;
  readonly #maxTail: number;
  /** Bytes that the beginning can still take; negative once it is full. */
  #left: number;
  readonly #tail: TailPart[] = [];
  /** The last part of each path. */
  readonly #growing = new Map<string | undefined, TailPart>();
  #tailBytes = 0;
  #hasLeftOut = false;

  constructor(options: ExecutionLogOptions) {
    const { head, tail } = logParts(options.maxBytes);
    this.#options = options;
    this.#maxTail = tail;
    this.#left = head;
  }

  /** Logs a complete text. */
  write(text: string, path: string | undefined): void | Promise<void> {
    const log = (masked: string) => this.#log(masked.replaceAll('\r\n', '\n'), path);
    const { mask } = this.#options;
    return text.length > maxWrite ? mask.applyInTurns(text).then(log) : log(mask.apply(text));
  }

  /**
   * Logs the output of a script.
   * @param isConcurrent whether others can be logged at the same time: each then has whole lines
   */
  stream(path: string, { isConcurrent }: { readonly isConcurrent: boolean }): LogStream {
    const mask = this.#options.mask.stream();
    // Characters can be cut between chunks.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const lines = new LineEnds();
    const whole = new WholeLines();
    const shown = (text: string): string => (isConcurrent ? whole.push(text) : text);
    return {
      push: (bytes) => this.#log(shown(lines.push(mask.push(decoder.decode(bytes, { stream: true })))), path),
      end: () =>
        this.#log(shown(lines.push(mask.push(decoder.decode()) + mask.end()) + lines.end()) + whole.end(), path),
    };
  }

  /** Logs the end of a log that is longer than its beginning may be. Nothing may be logged afterwards. */
  async end(): Promise<void> {
    const { report } = this.#options;
    const [first] = this.#tail;
    if (this.#hasLeftOut) await report.log(leftOutLine, first?.path);
    for (const { text, path } of this.#tail.splice(0)) await report.log(text, path);
  }

  #log(text: string, path: string | undefined): void | Promise<void> {
    if (text === '') return undefined;
    if (this.#left < 0) return this.#keep(text, path);
    const { report, maxBytes } = this.#options;
    const bytes = Buffer.byteLength(text);
    if (bytes <= this.#left) {
      this.#left -= bytes;
      return report.log(text, path);
    }
    const head = firstBytes(text, this.#left);
    this.#left = -1;
    this.#keep(text.slice(head.length), path);
    return report.log(`${head}${cutLine(maxBytes)}`, path);
  }

  #keep(text: string, path: string | undefined): void {
    const bytes = Buffer.byteLength(text);
    // Branches take turns with every line, so that each has a part to which it adds.
    const last = this.#growing.get(path);
    if (last !== undefined && last.bytes < partBytes) {
      last.text += text;
      last.bytes += bytes;
    } else {
      const part = { path, text, bytes };
      this.#growing.set(path, part);
      this.#tail.push(part);
    }
    this.#tailBytes += bytes;
    while (this.#tailBytes > this.#maxTail) this.#leaveOut(this.#tailBytes - this.#maxTail);
  }

  /** Removes at least this many bytes, or a whole part, from the start of the kept end. */
  #leaveOut(excess: number): void {
    const [first] = this.#tail;
    if (first === undefined) return;
    this.#hasLeftOut = true;
    const text = excess >= first.bytes ? '' : lastLines(first.text, first.bytes - excess);
    const bytes = Buffer.byteLength(text);
    this.#tailBytes -= first.bytes - bytes;
    Object.assign(first, { text, bytes });
    if (text !== '') return;
    this.#tail.shift();
    if (this.#growing.get(first.path) === first) this.#growing.delete(first.path);
  }
}
