import type { BuildState, JenkinsGateway, JobSummary } from '../jenkins/jenkins-gateway.ts';
import type { RevisionSource } from '../revision/flow-revision.ts';
import { readBuildDescription } from './build-description.ts';
import { newExecutionId } from './execution-id.ts';
import type { ExecutionStore } from './execution-store.ts';
import type { PushedJobs } from './pushed-jobs.ts';

export interface AdopterCollaborators {
  readonly gateway: JenkinsGateway;
  readonly store: ExecutionStore;
  readonly jobs: PushedJobs;
  readonly now: () => Date;
}

// A job that got more builds between two looks keeps the older ones to itself.
const mostBuilds = 20;
// Kept for as long as Jenkins may show the build.
const claimSeconds = 90 * 24 * 60 * 60;

/** Takes builds that were started by hand into Flowgate's records (DESIGN 9.4). */
export class BuildAdopter {
  readonly #with: AdopterCollaborators;
  /** The next build number of each job at the last look. */
  readonly #seen = new Map<string, number>();

  constructor(collaborators: AdopterCollaborators) {
    this.#with = collaborators;
  }

  /** One call for all jobs, and one more for each that had builds since the last look. @throws {JenkinsError} */
  async adopt(): Promise<void> {
    for (const job of await this.#with.gateway.listJobs()) {
      const name = `${job.key.namespace}/${job.key.id}`;
      if (this.#seen.get(name) === job.nextBuildNumber) continue;
      const isDecided = await this.#adoptBuilds(job);
      if (isDecided) this.#seen.set(name, job.nextBuildNumber);
    }
  }

  /** @returns whether all of them have said whose they are */
  async #adoptBuilds({ key, nextBuildNumber }: JobSummary): Promise<boolean> {
    const count = Math.min(mostBuilds, nextBuildNumber - (this.#seen.get(`${key.namespace}/${key.id}`) ?? 1));
    const builds = count === 0 ? [] : await this.#with.gateway.recentBuilds(key, count);
    for (const build of builds) {
      const description = readBuildDescription(build.description);
      if (description?.decision === 'accepted' && description.executionId === undefined) await this.#adoptBuild(build);
    }
    return builds.every(({ building, description }) => !building || readBuildDescription(description) !== undefined);
  }

  async #adoptBuild({ key, startedAt, startedBy = 'unknown' }: BuildState): Promise<void> {
    const { store, jobs, now } = this.#with;
    const at = new Date(startedAt);
    const url = `${(await jobs.read(key.job))?.url ?? ''}${key.number}/`;
    const name = `${key.job.namespace}/${key.job.id}#${key.number}@${startedAt}`;
    await store.create({
      accepted: { id: newExecutionId(at), flow: key.job, subflows: [], actor: `jenkins:${startedBy}`, labels: {}, inputs: {}, messages: [] },
      source: noSource,
      at: now(),
      secrets: {},
      adopted: { build: { number: key.number, url } },
      idempotency: { key: `build ${name}`, digest: name, lifetimeSeconds: claimSeconds },
    });
  }
}

/** Which revision a build started by hand runs, only its script knows. */
const noSource: RevisionSource = { bytes: Buffer.alloc(0), mediaType: 'application/x-yaml', format: 'yaml' };
