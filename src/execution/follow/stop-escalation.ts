import type { BuildKey, JenkinsGateway, StopForce } from '../../jenkins/jenkins-gateway.ts';

/** How long after the wish each way of stopping is tried; tasks that run finally have ten minutes of their own. */
const steps: readonly { readonly force: StopForce; readonly after: number }[] = [
  { force: 'stop', after: 0 },
  { force: 'term', after: 11 * 60_000 },
  { force: 'kill', after: 12 * 60_000 },
];

/** Stops builds, at first gently, and harder when they do not end. */
export class StopEscalation {
  readonly #gateway: Pick<JenkinsGateway, 'stopBuild'>;
  readonly #now: () => Date;
  /** How many steps were taken for an execution. */
  readonly #taken = new Map<string, number>();

  constructor(gateway: Pick<JenkinsGateway, 'stopBuild'>, now: () => Date) {
    this.#gateway = gateway;
    this.#now = now;
  }

  /** Forgets all executions but these. */
  keep(open: readonly { readonly id: string }[]): void {
    const ids = new Set(open.map(({ id }) => id));
    for (const id of this.#taken.keys()) if (!ids.has(id)) this.#taken.delete(id);
  }

  /** @param askedAt ISO 8601 @throws {JenkinsError} to be tried again */
  async stop(id: string, askedAt: string, build: BuildKey): Promise<void> {
    const taken = this.#taken.get(id) ?? 0;
    const next = steps[taken];
    if (next === undefined || this.#now().getTime() - Date.parse(askedAt) < next.after) return;
    await this.#gateway.stopBuild(build, next.force);
    this.#taken.set(id, taken + 1);
  }
}
