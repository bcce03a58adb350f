import { setTimeout as sleep } from 'node:timers/promises';
import { keepLease, leaseMilliseconds, type Leases } from './lease.ts';

/** Something that one process of the installation does again and again. */
export interface Round {
  readonly name: string;
  readonly everyMilliseconds: number;
  readonly run: () => Promise<void>;
}

const lease = 'leader';
const tickMilliseconds = 250;

export interface LeaderLoopCollaborators {
  readonly leases: Leases;
  readonly rounds: readonly Round[];
  readonly report: (error: unknown, round: string) => void;
}

/** Does the rounds while no other process does; takes over within seconds when that one dies. */
export class LeaderLoop {
  readonly #with: LeaderLoopCollaborators;
  readonly #stopped = new AbortController();
  #running: Promise<void> | undefined;

  constructor(collaborators: LeaderLoopCollaborators) {
    this.#with = collaborators;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when the round under way is done and another process may take over. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const held = await this.#with.leases.acquire(lease, leaseMilliseconds).catch(() => undefined); // the store is away
      if (held !== undefined) {
        const kept = keepLease(held);
        await this.#doRounds(kept.signal);
        await kept.release();
      }
      await this.#pause(1_000);
    }
  }

  async #doRounds(lost: AbortSignal): Promise<void> {
    const due = new Map<Round, number>();
    while (!lost.aborted && !this.#stopped.signal.aborted) {
      for (const round of this.#with.rounds) {
        if (lost.aborted || performance.now() < (due.get(round) ?? 0)) continue;
        await round.run().catch((error: unknown) => this.#with.report(error, round.name));
        due.set(round, performance.now() + round.everyMilliseconds);
      }
      await this.#pause(tickMilliseconds);
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#stopped.signal }).catch(() => undefined); // stopped
  }
}
