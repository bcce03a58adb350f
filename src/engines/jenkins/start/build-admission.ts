import { flowName } from '../../../language/flow/flow-key.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import { neverStarts } from '../builds/build-outcome.ts';
import type { BuildState, Executors } from '../client/jenkins-gateway.ts';
import type { JenkinsParts, PartOf } from '../jenkins-parts.ts';
import { readBuildDescription } from '../jenkinsfile/build-description.ts';

type Deps = Pick<JenkinsParts, 'calls' | 'now'> &
  PartOf<'gateway', 'executors' | 'recentBuilds'> &
  PartOf<'store', 'list'>;

// More builds of one flow than this rarely run at once.
const maxBuilds = 50;
const maxReadAge = 1_000;
const minute = 60_000;
/** A cloud may add agents on demand, and a build can remain without its executor. */
const maxHold = 10 * minute;
// An execution that is held back returns within this time, unless its process has ended.
const maxAbsence = 5_000;

const obstacles = {
  quieting:
    'Jenkins is about to be restarted, and another execution of the flow is running. Flowgate starts this one afterwards.',
  resuming:
    'Jenkins has been restarted, and another execution of the flow has not resumed yet. Flowgate starts this one afterwards.',
  full: 'All Jenkins executors are busy, and another execution of the flow is running. Flowgate starts this one as soon as an executor is idle.',
} as const;

/**
 * Keeps builds of a flow from waiting for an executor in Jenkins while others run: if Jenkins is restarted, the waiting
 * build takes the workspace of a running one, which then fails (docs/explanation/executions.md).
 */
export class BuildAdmission {
  readonly #deps: Deps;
  /** By flow, the executions that are held back, with the time of their last attempt. */
  readonly #held = new Map<string, Map<string, number>>();
  #latest: { readonly at: number; readonly executors: Promise<Executors> } | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * @param label the label of the agents that the build needs
   * @returns why it must wait; undefined if it may start
   * @throws {JenkinsError}
   */
  async obstacle(record: ExecutionRecord, label: string | undefined, signal: AbortSignal): Promise<string | undefined> {
    const held = this.#heldOf(record);
    const obstacle = (await this.#hasOthers(record)) ? await this.#obstacleNow(record, label, signal) : undefined;
    const isOver = obstacle !== obstacles.quieting && this.#heldFor(record) >= maxHold;
    if (obstacle === undefined || isOver) {
      held.delete(record.id);
      this.#latest = undefined;
      return undefined;
    }
    held.set(record.id, this.#now);
    return obstacle;
  }

  async #obstacleNow(
    { id, flow }: ExecutionRecord,
    label: string | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    this.#deps.calls.spend();
    const [executors, builds] = await Promise.all([
      this.#executors(),
      this.#deps.gateway.recentBuilds(flow, maxBuilds, { signal }),
    ]);
    const running = builds.filter((build) => build.building && !neverStarts(build, this.#deps.now()));
    if (running.length === 0) return undefined;
    if (executors.isQuietingDown) return obstacles.quieting;
    const without = running.filter(({ key }) => !executors.ofBuild(key));
    if (without.some(hasBegun)) return obstacles.resuming;
    if (executors.areAddedOnDemand) return undefined;
    const isFirst = [...this.#heldOf({ flow }).keys()].every((other) => id <= other);
    return isFirst && executors.idle(label) > without.length ? undefined : obstacles.full;
  }

  /** Whether other executions of the flow may have builds. */
  async #hasOthers({ id, flow }: ExecutionRecord): Promise<boolean> {
    const { executions, next } = await this.#deps.store.list({
      namespace: flow.namespace,
      flowId: flow.id,
      states: ['QUEUED', 'RUNNING'],
      labels: [],
      limit: 2,
    });
    return next !== undefined || executions.some((other) => other.id !== id);
  }

  /** Concurrent calls share one read. */
  #executors(): Promise<Executors> {
    if (this.#latest === undefined || this.#now - this.#latest.at > maxReadAge) {
      this.#deps.calls.spend(2);
      this.#latest = { at: this.#now, executors: this.#deps.gateway.executors() };
    }
    return this.#latest.executors;
  }

  #heldFor({ trouble, troubleSince }: ExecutionRecord): number {
    const isHeld = (Object.values(obstacles) as readonly (string | undefined)[]).includes(trouble); // widened to accept any text
    return isHeld ? this.#now - Date.parse(troubleSince ?? '') : 0;
  }

  #heldOf({ flow }: Pick<ExecutionRecord, 'flow'>): Map<string, number> {
    const name = flowName(flow);
    const held = this.#held.get(name) ?? new Map<string, number>();
    for (const [id, at] of held) if (this.#now - at > maxAbsence) held.delete(id);
    for (const [other, ids] of this.#held) if (ids.size === 0) this.#held.delete(other);
    this.#held.set(name, held);
    return held;
  }

  get #now(): number {
    return this.#deps.now().getTime();
  }
}

/** A build writes its decision once it has an executor. */
function hasBegun({ description }: BuildState): boolean {
  return readBuildDescription(description)?.decision === 'accepted';
}
