import { defaultMaxLogBytes } from '../../../base/config/allowed-values.ts';
import type { SecretMask } from '../../../base/masking/secret-mask.ts';
import { cutLine, lastLines, leftOutLine, logParts } from '../../../language/execution-plan/log-limits.ts';
import type { BuildKey, CallOptions, JenkinsGateway, LogRange } from '../client/jenkins-gateway.ts';
import { LogEnding } from './log-ending.ts';
import { ShownLog } from './shown-log.ts';

export interface BuildLogOptions {
  readonly gateway: Pick<JenkinsGateway, 'log'>;
  readonly build: BuildKey;
  readonly mask: SecretMask;
  /** The limit of a log, 32 MiB by default; of a longer one, only the beginning and the end are read. */
  readonly maxBytes?: number | undefined;
  /**
   * Whether the end of a long log is read too, which is possible once the build has ended; without it, the log ends
   * after its beginning.
   */
  readonly hasEnd?: boolean;
}

const hint = '; the build in Jenkins has all of it';
// Text in which a secret may be cut off at its beginning is not shown; values have at most 96 KiB.
const uncertainBytes = 256 * 1024;

/**
 * The masked log of a build from its beginning, in chunks as they arrive from Jenkins. All readers of a build see the
 * same text up to the end of its beginning, so an offset is valid for all of them. Read until `isComplete`.
 */
export class BuildLog {
  readonly #options: BuildLogOptions;
  readonly #maxBytes: number;
  readonly #shown: ShownLog;
  readonly #ending = new LogEnding();
  #next = 0;
  /** The shown end so far of a long log; undefined while its beginning is read. */
  #tail: string | undefined;
  /** Whether the middle was not read at all. */
  #isSkipped = false;
  #complete = false;

  constructor(options: BuildLogOptions) {
    this.#options = options;
    this.#maxBytes = options.maxBytes ?? defaultMaxLogBytes;
    this.#shown = new ShownLog(options.mask, { room: logParts(this.#maxBytes).head });
  }

  /** Whether everything that the build has written or will write was read. */
  get isComplete(): boolean {
    return this.#complete;
  }

  /** The text since the last call, which may be empty. @throws {JenkinsError} */
  async readOn(options?: CallOptions): Promise<string> {
    if (this.#complete) return '';
    const shown = this.#ending.push(await this.#read(options));
    return this.#complete ? shown + this.#ending.end() : shown;
  }

  async #read(options?: CallOptions): Promise<string> {
    const { gateway, build } = this.#options;
    const range = await gateway.log(build, this.#next, options);
    if (range === undefined) return this.#tail === undefined ? this.#end() : this.#endOfTail(await this.#shown.end());
    this.#next = range.next;
    return this.#tail === undefined ? this.#takeHead(range, options) : this.#takeTail(range, options);
  }

  async #takeHead({ text, more, truncated }: LogRange, options: CallOptions | undefined): Promise<string> {
    let shown = await this.#shown.push(text);
    if (!more || truncated) shown += await this.#shown.flush();
    if (!this.#shown.isFull && !truncated) return more ? shown : `${shown}${await this.#end()}`;
    const head = `${shown}${cutLine(this.#maxBytes, hint)}`;
    this.#tail = '';
    if (this.#options.hasEnd !== true) this.#complete = true;
    if (this.#complete) return head;
    if (!truncated) this.#tail = await this.#shown.resume();
    return `${head}${await this.#takeTail({ text: '', next: this.#next, more, truncated }, options)}`;
  }

  /** Keeps the last lines; returns them when the log is complete. */
  async #takeTail({ text, more, truncated }: LogRange, options: CallOptions | undefined): Promise<string> {
    const { gateway, build } = this.#options;
    this.#isSkipped ||= truncated;
    if (!this.#isSkipped) {
      const whole = `${this.#tail}${await this.#shown.push(text)}`;
      // Bounds the memory; the end is cut exactly when the log is complete.
      this.#tail = more ? whole.slice(-2 * this.#maxBytes) : whole;
    }
    // Jenkins cuts long replies off, and more may follow.
    if (more || truncated) return '';
    if (!this.#isSkipped) return this.#endOfTail(await this.#shown.end());
    const start = Math.max(0, this.#next - logParts(this.#maxBytes).tail - uncertainBytes);
    const range = await gateway.log(build, start, options);
    const whole = await this.#shown.wholeOf(range?.text ?? '');
    this.#tail = '';
    return this.#endOfTail(whole.slice(uncertainBytes).replace(/^[^\n]*\n?/, ''));
  }

  #endOfTail(text: string): string {
    this.#complete = true;
    const whole = `${this.#tail}${text}`;
    const kept = lastLines(whole, logParts(this.#maxBytes).tail);
    this.#tail = '';
    return `${this.#isSkipped || kept.length < whole.length ? leftOutLine : ''}${kept}`;
  }

  async #end(): Promise<string> {
    const rest = await this.#shown.end();
    this.#complete = true;
    return rest;
  }
}
