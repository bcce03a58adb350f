import { setTimeout as sleep } from 'node:timers/promises';
import type { BuildKey, JenkinsGateway } from '../../engine/jenkins/jenkins-gateway.ts';
import type { CallBudget } from '../call-budget.ts';
import type { SecretVault } from '../record/secret-vault.ts';
import { BuildLog } from './build-log.ts';

/** What has come of a log behind an offset, in bytes; `isComplete` when nothing will follow it. */
export interface LogNews {
  readonly bytes: Buffer;
  readonly isComplete: boolean;
}

const pollMilliseconds = 700;
// Somebody who comes back a moment later does not make Jenkins tell the log from its beginning.
const lingerMilliseconds = 30_000;

export interface LiveLogsDeps {
  readonly gateway: Pick<JenkinsGateway, 'log'>;
  readonly vault: SecretVault;
  readonly calls: CallBudget;
}

/** The logs of builds that run: one reader at Jenkins for each, however many follow it. */
export class LiveLogs {
  readonly #deps: LiveLogsDeps;
  readonly #logs = new Map<string, LiveLog>();

  constructor(deps: LiveLogsDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves with what stands behind `offset`, or when something has come there, or after a while with nothing. Of an
   * execution that has ended there is nothing here: its log was taken in.
   */
  async behind(executionId: string, build: BuildKey, offset: number, signal?: AbortSignal): Promise<LogNews> {
    const name = `${executionId} ${build.number}`;
    let log = this.#logs.get(name);
    if (log === undefined) {
      const secrets = await this.#deps.vault.open(executionId);
      if (secrets === undefined) return { bytes: Buffer.alloc(0), isComplete: true };
      log =
        this.#logs.get(name) ??
        new LiveLog({
          log: new BuildLog({ gateway: this.#deps.gateway, build, secrets: [...secrets.values()] }),
          calls: this.#deps.calls,
          onEnd: () => this.#logs.delete(name),
        });
      this.#logs.set(name, log);
    }
    return log.behind(offset, signal);
  }
}

interface LiveLogDeps {
  readonly log: BuildLog;
  readonly calls: CallBudget;
  readonly onEnd: () => void;
}

/** One log, read for as long as somebody asks for it. */
class LiveLog {
  readonly #deps: LiveLogDeps;
  readonly #pieces: Buffer[] = [];
  #size = 0;
  #lastAsked = 0;
  #isReading = false;
  #waiting: (() => void)[] = [];

  constructor(deps: LiveLogDeps) {
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

  /** Also tells those who wait when nothing has come: what they wait for may have ended. */
  async #read(): Promise<void> {
    this.#isReading = true;
    while (!this.#deps.log.isComplete && performance.now() - this.#lastAsked < lingerMilliseconds) {
      await this.#deps.calls.take();
      const text = await this.#deps.log.readOn().catch(() => ''); // Jenkins is away: it is asked again, as long as somebody waits
      const piece = Buffer.from(text);
      if (piece.length > 0) this.#pieces.push(piece);
      this.#size += piece.length;
      for (const wake of this.#waiting.splice(0)) wake();
      if (!this.#deps.log.isComplete) await sleep(pollMilliseconds);
    }
    this.#deps.onEnd();
  }
}
