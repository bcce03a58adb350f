import { actorOf } from '../../../access/identity.ts';
import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import { defaultController } from '../../../lifecycle/execution-record.ts';
import { newExecutionId } from '../../../store/executions/record/execution-id.ts';
import { buildReference } from '../../../store/executions/redis/redis-pushed-jobs.ts';
import type { RevisionSource } from '../../../store/revisions/flow-revision.ts';
import { controllerClaims } from '../../controllers/controller.ts';
import type { BuildState, JobSummary } from '../client/jenkins-gateway.ts';
import type { JenkinsParts } from '../jenkins-parts.ts';
import { readBuildDescription } from '../jenkinsfile/build-description.ts';

type Deps = Pick<JenkinsParts, 'gateway' | 'controller' | 'identity' | 'life' | 'jobs' | 'now'>;

// If a job has more builds than this between two rounds, the older ones are not adopted.
const maxBuilds = 20;
const maxSingleCalls = 3;
// Kept for as long as Jenkins may list the build.
const claimSeconds = 90 * 24 * 60 * 60;

/** Records builds that were started by hand as executions (docs/reference/flows.md). */
export class BuildAdopter {
  readonly #deps: Deps;
  /** The next build number of each job in the last round. */
  readonly #seen = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Makes one call for all jobs, and a few more if there were builds since the last round. @throws {JenkinsError} */
  async adopt(): Promise<void> {
    const { since } = await this.#deps.identity.usable();
    const jobs = await this.#deps.gateway.listJobs();
    const changed = jobs.filter(({ key, nextBuildNumber }) => nextBuildNumber !== this.#nextSeen(key));
    const builds = new Map<string, BuildState[]>(changed.map(({ key }) => [flowName(key), []]));
    for (const build of await this.#newBuilds(changed)) builds.get(flowName(build.key.job))?.push(build);
    for (const { key, nextBuildNumber } of changed) {
      const isDecided = await this.#adoptBuilds(
        (builds.get(flowName(key)) ?? []).filter(({ startedAt }) => !(startedAt < Date.parse(since))),
      );
      if (isDecided) this.#seen.set(flowName(key), nextBuildNumber);
    }
  }

  async #newBuilds(changed: readonly JobSummary[]): Promise<readonly BuildState[]> {
    const { gateway } = this.#deps;
    const counts = changed.map(({ key, nextBuildNumber }) =>
      Math.min(maxBuilds, nextBuildNumber - this.#nextSeen(key)),
    );
    const maxCount = Math.max(0, ...counts);
    if (maxCount === 0) return [];
    if (changed.length > maxSingleCalls) return gateway.recentBuildsOfAll(maxCount);
    return (
      await Promise.all(changed.map(({ key }, index) => gateway.recentBuilds(key, counts[index] ?? maxCount)))
    ).flat();
  }

  #nextSeen(key: FlowKey): number {
    return this.#seen.get(flowName(key)) ?? 1;
  }

  /** @returns whether all builds have decided what they are */
  async #adoptBuilds(builds: readonly BuildState[]): Promise<boolean> {
    for (const build of builds) {
      const description = readBuildDescription(build.description);
      if (description?.decision === 'accepted' && description.executionId === undefined) await this.#adoptBuild(build);
    }
    return builds.every(({ building, description }) => !building || readBuildDescription(description) !== undefined);
  }

  async #adoptBuild({ key, startedAt, startedBy = 'unknown' }: BuildState): Promise<void> {
    const { controller, life, jobs, now } = this.#deps;
    const isDefault = controller.name === defaultController;
    const at = new Date(startedAt);
    const name = `${flowName(key.job)}#${key.number}@${startedAt}`;
    await life.create({
      accepted: {
        id: newExecutionId(at),
        flow: key.job,
        subflows: [],
        actor: actorOf('jenkins', startedBy),
        labels: {},
        inputs: {},
        messages: [],
      },
      source: noSource,
      at: now(),
      secrets: {},
      ...(!isDefault && { begin: { controller: controller.name } }),
      claims: controllerClaims(controller),
      adopted: { build: await buildReference(jobs, key.job, key.number) },
      idempotency: {
        key: isDefault ? `build ${name}` : `build on ${controller.name} ${name}`,
        digest: name,
        lifetimeSeconds: claimSeconds,
      },
    });
  }
}

/** The revision of a build that was started by hand is known only to its script. */
const noSource: RevisionSource = { bytes: Buffer.alloc(0), mediaType: 'application/x-yaml', format: 'yaml' };
