import { SecretMask } from '../../../base/masking/secret-mask.ts';
import { sleep } from '../../../base/timers/timers.ts';
import { segmentLogBytes } from '../../../language/execution-plan/log-limits.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { LogNews } from '../../engine.ts';
import type { CallBudget } from '../call-budget.ts';
import type { BuildKey } from '../client/jenkins-gateway.ts';
import type { JenkinsParts, PartOf } from '../jenkins-parts.ts';
import { BuildLog } from './build-log.ts';

const pollMilliseconds = 700;
// A reader who returns within this time does not make Jenkins send the log from the beginning again.
const lingerMilliseconds = 30_000;

type Deps = Pick<JenkinsParts, 'vault' | 'calls' | 'maxLogBytes'> &
  PartOf<'gateway', 'log'> &
  PartOf<'logs', 'noteTime'>;

/** The logs of running builds: one reader in Jenkins per log, however many users follow it. */
export class LiveLogs {
  readonly #deps: Deps;
  readonly #logs = new Map<string, LiveLog>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Resolves with the text of a build after `offset`: at once if there is some, otherwise when some arrives, or with nothing after
   * a while. For an execution that has ended, it returns nothing: its log was stored.
   */
  async behind(
    record: Pick<ExecutionRecord, 'id' | 'earlierLogBytes'>,
    build: BuildKey,
    offset: number,
    signal?: AbortSignal,
  ): Promise<LogNews> {
    const { gateway, vault, calls, logs } = this.#deps;
    const maxBytes = segmentLogBytes(record, this.#deps.maxLogBytes);
    const name = `${record.id} ${build.number}`;
    let log = this.#logs.get(name);
    if (log === undefined) {
      const secrets = await vault.open(record.id);
      if (secrets === undefined) return { bytes: Buffer.alloc(0), isComplete: true };
      log =
        this.#logs.get(name) ??
        new LiveLog({
          log: new BuildLog({ gateway, build, mask: new SecretMask([...secrets.values()]), maxBytes }),
          calls,
          noteTime: async (place, at) => {
            const { id, earlierLogBytes = 0 } = record;
            // Times are not worth a broken log.
            await logs.noteTime(id, earlierLogBytes + place, at).catch(() => undefined);
          },
          onEnd: () => this.#logs.delete(name),
        });
      this.#logs.set(name, log);
    }
    return log.behind(offset, signal);
  }
}

interface LiveLogOptions {
  readonly log: BuildLog;
  readonly calls: CallBudget;
  readonly noteTime: (offset: number, at: Date | undefined) => Promise<void>;
  readonly onEnd: () => void;
}

/** One log, read as long as there are followers. */
class LiveLog {
  readonly #deps: LiveLogOptions;
  readonly #pieces: Buffer[] = [];
  #size = 0;
  #lastAsked = 0;
  #isReading = false;
  #waiting: (() => void)[] = [];

  constructor(deps: LiveLogOptions) {
    this.#deps = deps;
  }

  async behind(offset: number, signal: AbortSignal | undefined): Promise<LogNews> {
    this.#lastAsked = performance.now();
    if (!this.#isReading) void this.#read();
    if (offset >= this.#size && !this.#deps.log.isComplete) await this.#something(signal);
    return { bytes: this.#from(offset), isComplete: this.#deps.log.isComplete };
  }

  #from(offset: number): Buffer {
    if (offset >= this.#size) return Buffer.alloc(0);
    return (this.#pieces.length === 1 ? this.#pieces[0]! : this.#join()).subarray(offset);
  }

  #join(): Buffer {
    const whole = Buffer.concat(this.#pieces);
    this.#pieces.splice(0, this.#pieces.length, whole);
    return whole;
  }

  #something(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.push(wake);
      signal?.addEventListener('abort', wake);
    });
  }

  /** Wakes the followers even if there is no new text, because the execution may have ended. */
  async #read(): Promise<void> {
    this.#isReading = true;
    // What Jenkins has at first may be old.
    let isNew = false;
    while (!this.#deps.log.isComplete && performance.now() - this.#lastAsked < lingerMilliseconds) {
      await this.#deps.calls.take();
      const text = await this.#deps.log.readOn().catch(() => ''); // Jenkins is unavailable: retry while there are followers
      const piece = Buffer.from(text);
      if (isNew && piece.length > 0) await this.#deps.noteTime(this.#size, new Date());
      isNew = true;
      if (piece.length > 0) this.#pieces.push(piece);
      this.#size += piece.length;
      for (const wake of this.#waiting.splice(0)) wake();
      if (!this.#deps.log.isComplete) await sleep(pollMilliseconds);
    }
    this.#deps.onEnd();
    await this.#deps.noteTime(this.#size, undefined);
  }
}
