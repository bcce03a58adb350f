import type { BuildPlan } from './build-plan.ts';

/** How far a pipeline is with stopping. */
type Phase = 'tasks' | 'pause' | 'finally';

/** The stop calls to a build, and their effect on its pipeline. */
export class StandInStops {
  /** The user who stopped it first. REST also shows this for a stop that was lost. */
  by: string | undefined;
  readonly #plan: BuildPlan;
  readonly #tasks = new AbortController();
  readonly #finally = new AbortController();
  #phase: Phase = 'tasks';
  #lost = 0;

  constructor(plan: BuildPlan) {
    this.#plan = plan;
  }

  /** Aborts when the tasks must end. */
  get signal(): AbortSignal {
    return this.#tasks.signal;
  }

  /** Aborts when the final tasks must end. */
  get finalSignal(): AbortSignal {
    return this.#finally.signal;
  }

  /** The phase that the pipeline enters: while it pauses, a stop has no effect. */
  enter(phase: Phase): void {
    this.#phase = phase;
  }

  press(force: 'stop' | 'term' | 'kill', user: string): void {
    this.by ??= user;
    if (this.#isDeaf(force)) return;
    if (force === 'stop' && this.#phase === 'tasks' && this.#lost < (this.#plan.losesStops ?? 0)) {
      this.#lost += 1;
      return;
    }
    if (this.#phase === 'tasks' || force === 'kill') this.#tasks.abort();
    if (this.#phase === 'finally' || force === 'kill') this.#finally.abort();
  }

  #isDeaf(force: 'stop' | 'term' | 'kill'): boolean {
    return force !== 'kill' && (this.#plan.deafTo === 'term' || this.#plan.deafTo === force);
  }
}
