import type { ExecutionState } from '../../../lifecycle/execution-state.ts';
import type { LogTime } from '../../../store/executions/redis/redis-log-store.ts';
import { takeLines, type LogPosition, type LogText } from './log-lines.ts';
import { Turns } from './turns.ts';

/** The next bytes of a log; empty if none arrive for a while. `end` once the log has ended there. */
export interface LogNews {
  readonly bytes: Buffer;
  readonly end?: ExecutionState | undefined;
}

/** Where the bytes of a log come from. */
export interface LogSource {
  /** @returns at most `maxLineBytes` */
  read(offset: number, signal: AbortSignal): Promise<LogNews>;
}

/** The lines that a reader gets at a time. */
export class LogChunk {
  readonly texts: readonly LogText[];
  /** The offset after all lines that were looked at. */
  readonly end: number;
  /** When the log was written, by offset; undefined if the reader does not need it. */
  readonly times: readonly LogTime[] | undefined;
  readonly #forms = new Map<unknown, Buffer>();

  constructor(texts: readonly LogText[], end: number, times?: readonly LogTime[]) {
    this.texts = texts;
    this.end = end;
    this.times = times;
  }

  /** The chunk in a form that all readers share. */
  as(form: (chunk: LogChunk) => Buffer): Buffer {
    let formed = this.#forms.get(form);
    if (formed === undefined) this.#forms.set(form, (formed = form(this)));
    return formed;
  }

  /** The part of it after an offset at which a line begins. */
  after(offset: number): LogChunk {
    const texts = this.texts.flatMap(({ start, bytes }) => {
      const left = bytes.subarray(Math.max(0, offset - start));
      return left.length === 0 ? [] : [{ start: start + bytes.length - left.length, bytes: left }];
    });
    return new LogChunk(texts, this.end, this.times);
  }
}

export interface LogStep {
  readonly chunk: LogChunk;
  readonly next: LogPosition;
  readonly end?: ExecutionState | undefined;
}

// A reader that is further behind reads on its own; so much of a log is in memory for readers together.
const maxSteps = 16;

/** For all readings, because the store's responses to many readers arrive together. */
const turns = new Turns();

/** One log, filtered or complete, for all its readers: each part is read, filtered and formatted once. */
export class LogReading {
  readonly #source: LogSource;
  readonly #times: (() => Promise<readonly LogTime[]>) | undefined;
  readonly #steps = new Map<string, Promise<LogStep>>();
  readonly #left = new AbortController();

  /** @param times reads when the log was written so far, if readers need it */
  constructor(source: LogSource, times?: () => Promise<readonly LogTime[]>) {
    this.#source = source;
    this.#times = times;
  }

  /** The lines after a position, and the position after them; empty if none arrive for a while. */
  step(position: LogPosition): Promise<LogStep> {
    // At one place of a log, all positions of a reading are the same.
    const place = `${position.offset} ${position.begun.length}`;
    const known = this.#steps.get(place);
    if (known !== undefined) return known;
    const step = this.#read(position);
    this.#steps.set(place, step);
    const forget = () => {
      if (this.#steps.get(place) === step) this.#steps.delete(place);
    };
    // Missing or failed parts are read again.
    step.then(({ next, end }) => end === undefined && next.offset === position.offset && forget(), forget);
    for (const oldest of this.#steps.keys()) {
      if (this.#steps.size <= maxSteps) break;
      this.#steps.delete(oldest);
    }
    return step;
  }

  /** Cancels pending reads; called when the last reader has left. */
  close(): void {
    this.#left.abort();
  }

  async #read(position: LogPosition): Promise<LogStep> {
    const { bytes, end } = await this.#source.read(position.offset, this.#left.signal);
    if (bytes.length > 0) await turns.next();
    const { texts, next } = takeLines(position, bytes, end !== undefined);
    const times = texts.length === 0 ? undefined : await this.#times?.();
    return { chunk: new LogChunk(texts, next.offset - next.begun.length, times), next, end };
  }
}

/** The readings in progress, by log and filter. */
export class LogReadings {
  readonly #readings = new Map<string, { readonly reading: LogReading; readers: number }>();

  /** Reads together with all who read the same, until the generator ends. */
  async *read<Item, End>(
    name: string,
    start: () => LogReading,
    read: (reading: LogReading) => AsyncGenerator<Item, End>,
  ): AsyncGenerator<Item, End> {
    let shared = this.#readings.get(name);
    if (shared === undefined) this.#readings.set(name, (shared = { reading: start(), readers: 0 }));
    shared.readers++;
    try {
      return yield* read(shared.reading);
    } finally {
      shared.readers--;
      if (shared.readers === 0) {
        this.#readings.delete(name);
        shared.reading.close();
      }
    }
  }
}
