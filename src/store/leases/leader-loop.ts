import { usualPace, type Pace } from '../../base/timers/pace.ts';
import { sleep } from '../../base/timers/timers.ts';
import { keepLease, leaseMilliseconds } from './lease.ts';
import type { RedisLeases } from './redis-leases.ts';

/** Recurring work, done by one process of the installation at a time. */
export interface Round {
  readonly name: string;
  /** Rounds with the same lease are done by the same process; `leader` by default. */
  readonly lease?: string;
  /** The pause after each round; a function is called each time. */
  readonly everyMilliseconds: number | (() => number);
  /** @param over aborts when another process may take over, or when this one stops */
  readonly run: (over: AbortSignal) => Promise<void>;
}

export interface LeaderLoopDeps {
  readonly leases: Pick<RedisLeases, 'acquire'>;
  /** Loops with the same lease have the same rounds; `leader` by default. */
  readonly lease?: string;
  readonly rounds: readonly Round[];
  readonly pace?: Pick<Pace, 'lead'>;
  readonly report: (error: unknown, round: string) => void;
}

/** Runs the rounds in parallel while no other process does; takes over within seconds if that one dies. */
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

  /** Resolves when the rounds in progress are done and another process may take over. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const { leases, lease = 'leader', pace = usualPace } = this.#deps;
      const held = await leases.acquire(lease, leaseMilliseconds).catch(() => undefined); // the store is unavailable
      if (held !== undefined) {
        const kept = keepLease(held);
        // Each round has a signal of its own, because Node.js warns if more than ten listen to one.
        const over = () => AbortSignal.any([kept.signal, this.#stopped.signal]);
        await Promise.all(this.#deps.rounds.map((round) => this.#repeat(round, over())));
        await kept.release();
      }
      await pause(pace.lead, this.#stopped.signal);
    }
  }

  async #repeat(round: Round, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await round.run(over).catch((error: unknown) => this.#deps.report(error, round.name));
      const { everyMilliseconds: every } = round;
      await pause(typeof every === 'number' ? every : every(), over);
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined); // rejects when stopped
}
