import type { BuildKey, QueueWaits } from '../client/jenkins-gateway.ts';
import type { JenkinsParts } from '../jenkins-parts.ts';

type Deps = Pick<JenkinsParts, 'gateway' | 'calls'>;

const nothing: QueueWaits = { items: new Map(), ofBuild: () => undefined };

/** What waits in Jenkins' queue, read as often as necessary. */
export class QueueWatch {
  readonly #deps: Deps;
  #before = nothing;
  #latest = nothing;
  #readAt = -Infinity;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * @param maxAge milliseconds
   * @returns the items read now; undefined if the last read is more recent than that
   * @throws {JenkinsError}
   */
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

  /** Why a build waits for an agent. Every build waits for a moment when it starts, which is not worth reporting. */
  ofBuild(key: BuildKey): string | undefined {
    return this.#before.ofBuild(key) === undefined ? undefined : this.#latest.ofBuild(key);
  }
}
