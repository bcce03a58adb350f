import type { BuildPlan } from './build-plan.ts';

/** Where a pipeline is on its way to its end. */
type Phase = 'tasks' | 'pause' | 'finally';

/** The calls that stop a build, and what they do to its pipeline. */
export class StandInStops {
  /** The user who stopped it first. REST shows that also of a stop that was lost. */
  by: string | undefined;
  readonly #plan: BuildPlan;
  readonly #tasks = new AbortController();
  readonly #finally = new AbortController();
  #phase: Phase = 'tasks';
  #lost = 0;

  constructor(plan: BuildPlan) {
    this.#plan = plan;
  }

  /** Aborts when the tasks have to end. */
  get signal(): AbortSignal {
    return this.#tasks.signal;
  }

  /** Aborts when the final tasks have to end. */
  get finalSignal(): AbortSignal {
    return this.#finally.signal;
  }

  /** What the pipeline does from now on: while it pauses, a stop has no effect. */
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
