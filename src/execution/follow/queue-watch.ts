import type { BuildKey, JenkinsGateway, QueueWaits } from '../../engine/jenkins/jenkins-gateway.ts';
import type { CallBudget } from '../call-budget.ts';

export interface QueueWatchDeps {
  readonly gateway: Pick<JenkinsGateway, 'waits'>;
  readonly calls: CallBudget;
}

const nothing: QueueWaits = { items: new Map(), ofBuild: () => undefined };

/** What waits in Jenkins' queue, read as often as it is needed. */
export class QueueWatch {
  readonly #deps: QueueWatchDeps;
  #before = nothing;
  #latest = nothing;
  #readAt = -Infinity;

  constructor(deps: QueueWatchDeps) {
    this.#deps = deps;
  }

  /** @param maxAge milliseconds @returns what was read now, undefined when it was read not longer ago than that @throws {JenkinsError} */
  async readAfter(maxAge: number): Promise<QueueWaits | undefined> {
    const now = performance.now();
    if (now - this.#readAt < maxAge) return undefined;
    this.#deps.calls.spend();
    const waits = await this.#deps.gateway.waits();
    this.#readAt = now;
    this.#before = this.#latest;
    this.#latest = waits;
    return waits;
  }

  /** Why a build waits for a node. Each does so for a moment when it starts, which is no news. */
  ofBuild(key: BuildKey): string | undefined {
    return this.#before.ofBuild(key) === undefined ? undefined : this.#latest.ofBuild(key);
  }
}
