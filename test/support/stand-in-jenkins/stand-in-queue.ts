import { neverStarts } from './build-plan.ts';
import { buildsToKeep, type StandInJob } from './items.ts';
import { StandInBuild, type BuildTiming } from './stand-in-build.ts';

export interface QueueTiming extends BuildTiming {
  /** How long a pipeline waits in the queue after its quiet period. */
  readonly leave: number;
  /** The time after which an item that left the queue is forgotten. */
  readonly forget: number;
  /** How often the queue is written to the disk, as what is left of it after a crash. */
  readonly save: number;
}

export interface StandInQueueItem {
  readonly id: number;
  readonly job: StandInJob;
  readonly parameters: ReadonlyMap<string, string>;
  readonly user: string;
  readonly since: number;
  readonly startsAt: number;
  build?: StandInBuild | undefined;
  cancelled: boolean;
}

/** The queue and the executors. */
export class StandInQueue {
  readonly items = new Map<number, StandInQueueItem>();
  readonly #timing: QueueTiming;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #waiting: (() => void)[] = [];
  /** Builds that have an executor. */
  readonly running = new Set<StandInBuild>();
  /** Builds that wait for an executor, by the additional queue item that they have for it. */
  readonly nodeWaits = new Map<number, StandInBuild>();
  #executors: number;
  #lastId = 100;
  #saved: { readonly at: number; readonly lastId: number; readonly items: readonly StandInQueueItem[] } | undefined;

  constructor(timing: QueueTiming, executors: number) {
    this.#timing = timing;
    this.#executors = executors;
  }

  /** A request with the same parameters as a waiting one is merged into it. */
  ask(
    job: StandInJob,
    parameters: ReadonlyMap<string, string>,
    user: string,
    quietPeriod: number,
  ): { item: StandInQueueItem; merged: boolean } {
    this.#save();
    const same = this.waiting().find((item) => item.job === job && isSame(item.parameters, parameters));
    if (same !== undefined) return { item: same, merged: true };
    const item: StandInQueueItem = {
      id: ++this.#lastId,
      job,
      parameters,
      user,
      since: Date.now(),
      startsAt: Date.now() + quietPeriod + this.#timing.leave,
      cancelled: false,
    };
    this.#enter(item);
    return { item, merged: false };
  }

  /**
   * Jenkins has ended without saving anything: the queue is what it was when it was last written, so that IDs are given
   * again, and items that have left since then come back. Builds go on.
   */
  crash(): void {
    for (const item of this.waiting()) item.cancelled = true;
    this.items.clear();
    this.#lastId = this.#saved?.lastId ?? this.#lastId;
    for (const item of this.#saved?.items ?? []) this.#enter({ ...item, build: undefined, cancelled: false });
  }

  waiting(): StandInQueueItem[] {
    return [...this.items.values()].filter((item) => !item.cancelled && item.build === undefined);
  }

  cancel(item: StandInQueueItem): void {
    item.cancelled = true;
    this.#forgetLater(item);
  }

  /** Sets the number of executors; running builds keep theirs. */
  addExecutors(count: number): void {
    this.#executors += count;
    for (const next of this.#waiting.splice(0)) next();
  }

  get idleExecutors(): number {
    return Math.max(0, this.#executors);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** Like Jenkins a while after a change, for which it makes no difference what the next change is. */
  #save(): void {
    const now = Date.now();
    if (this.#saved !== undefined && now - this.#saved.at < this.#timing.save) return;
    this.#saved = { at: now, lastId: this.#lastId, items: this.waiting() };
  }

  #enter(item: StandInQueueItem): void {
    this.items.set(item.id, item);
    this.#after(Math.max(0, item.startsAt - Date.now()), () => this.#start(item));
  }

  #start(item: StandInQueueItem): void {
    if (item.cancelled) return;
    const { job } = item;
    const build = new StandInBuild(job, item, this.#timing);
    item.build = build;
    job.builds.set(build.number, build);
    if (neverStarts(build)) return;
    void build.run((stop) => this.#executor(build, stop)).then(() => discardOldBuilds(job));
    this.#forgetLater(item);
  }

  #forgetLater(item: StandInQueueItem): void {
    this.#after(this.#timing.forget, () => {
      if (this.items.get(item.id) === item) this.items.delete(item.id);
    });
  }

  async #executor(build: StandInBuild, stop: AbortSignal): Promise<() => void> {
    while (this.#executors <= 0 || !build.canRun) {
      const id = ++this.#lastId;
      this.nodeWaits.set(id, build);
      try {
        build.log.line('Still waiting to schedule task');
        await new Promise<void>((resolve, reject) => {
          this.#waiting.push(resolve);
          stop.addEventListener('abort', () => reject(new Error('stopped')));
        });
      } finally {
        this.nodeWaits.delete(id);
      }
    }
    this.#executors--;
    this.running.add(build);
    return () => {
      this.running.delete(build);
      this.addExecutors(1);
    };
  }

  #after(milliseconds: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, milliseconds);
    timer.unref();
    this.#timers.add(timer);
  }
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
}

function discardOldBuilds(job: StandInJob): void {
  const ended = [...job.builds.values()].filter((build) => !build.building).toSorted((a, b) => b.number - a.number);
  for (const build of ended.slice(buildsToKeep(job))) job.builds.delete(build.number);
}
