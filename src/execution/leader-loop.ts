import { setTimeout as sleep } from 'node:timers/promises';
import { keepLease, leaseMilliseconds, type Leases } from './record/lease.ts';

/** Something that one process of the installation does again and again. */
export interface Round {
  readonly name: string;
  /** The pause after each time; a function is asked each time. */
  readonly everyMilliseconds: number | (() => number);
  readonly run: () => Promise<void>;
}

const lease = 'leader';
const acquireMilliseconds = 1_000;

export interface LeaderLoopDeps {
  readonly leases: Leases;
  readonly rounds: readonly Round[];
  readonly report: (error: unknown, round: string) => void;
}

/** Does the rounds while no other process does, each beside the others; takes over within seconds when that one dies. */
export class LeaderLoop {
  readonly #deps: LeaderLoopDeps;
  readonly #stopped = new AbortController();
  #running: Promise<void> | undefined;

  constructor(deps: LeaderLoopDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when the rounds under way are done and another process may take over. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const held = await this.#deps.leases.acquire(lease, leaseMilliseconds).catch(() => undefined); // the store is away
      if (held !== undefined) {
        const kept = keepLease(held);
        const over = AbortSignal.any([kept.signal, this.#stopped.signal]);
        await Promise.all(this.#deps.rounds.map((round) => this.#repeat(round, over)));
        await kept.release();
      }
      await pause(acquireMilliseconds, this.#stopped.signal);
    }
  }

  async #repeat(round: Round, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await round.run().catch((error: unknown) => this.#deps.report(error, round.name));
      const { everyMilliseconds: every } = round;
      await pause(typeof every === 'number' ? every : every(), over);
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined); // stopped
}
