import { withoutFullStop } from '../../../base/problem/describe-value.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import { JenkinsError } from '../client/jenkins-error.ts';
import type { BuildState, OfflineAgent, PipelineStep } from '../client/jenkins-gateway.ts';
import type { JenkinsParts, PartOf } from '../jenkins-parts.ts';

type Deps = Pick<JenkinsParts, 'calls' | 'now'> &
  PartOf<'gateway', 'offlineAgents' | 'pipelineSteps'> &
  PartOf<'life', 'send'>;

/** A build that is followed. Times are milliseconds since 1970. */
interface Watched {
  record: ExecutionRecord;
  build: BuildState;
  /** When its description was last seen to change. */
  movedAt: number;
  checkedAt: number;
  /** The steps it was in at the last check, as a string, and since when. */
  standing?: { readonly steps: string; readonly since: number; readonly isConfirmed: boolean } | undefined;
  offline?: { readonly agent: OfflineAgent; readonly since: number } | undefined;
}

const second = 1_000;
const minute = 60 * second;
// Most builds report progress at least this often.
const quietMilliseconds = 30 * second;
const agentsEvery = 10 * second;
const checkEvery = 30 * second;
const checksPerPoll = 2;
const maxStandstill = 2 * minute;
/** Agents can be restarted, and their scripts continue in the meantime. */
const maxOffline = 30 * minute;

/**
 * Finds builds that Jenkins shows as running but that make no progress: after a restart of Jenkins a pipeline can hang
 * in a step that never ends, and an agent can disappear. The record shows both, and the build is ended after a while.
 * Only builds that have been quiet for a while are checked, a few at a time.
 */
export class StuckBuilds {
  readonly #deps: Deps;
  readonly #watched = new Map<string, Watched>();
  #agentsReadAt = -Infinity;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Forgets all other executions. */
  keep(open: readonly { readonly id: string }[]): void {
    const ids = new Set(open.map(({ id }) => id));
    for (const id of this.#watched.keys()) if (!ids.has(id)) this.#watched.delete(id);
  }

  /** Records the state of a running build. @returns its trouble, as far as is known */
  observe(record: ExecutionRecord, build: BuildState): string | undefined {
    const known = this.#watched.get(record.id);
    const hasMoved = known?.build.description !== build.description || known.build.key.number !== build.key.number;
    const watched = hasMoved
      ? { record, build, movedAt: this.#now, checkedAt: 0 }
      : Object.assign(known, { record, build });
    this.#watched.set(record.id, watched);
    return troubleOf(watched);
  }

  /** Checks some of the quiet builds, and gives up those that are stuck. */
  async poll(): Promise<void> {
    const quiet = [...this.#watched.values()].filter(
      ({ record, movedAt }) =>
        this.#now - movedAt >= quietMilliseconds && record.stop === undefined && record.abandoned === undefined,
    );
    if (quiet.length === 0) return;
    if (this.#now - this.#agentsReadAt >= agentsEvery && this.#deps.calls.left >= 2) await this.#readAgents(quiet);
    const due = quiet
      .filter(({ checkedAt }) => this.#now - checkedAt >= checkEvery)
      .toSorted((one, other) => rank(one) - rank(other));
    for (const watched of due.slice(0, checksPerPoll)) if (this.#deps.calls.left >= 2) await this.#check(watched);
    for (const watched of quiet) await this.#giveUp(watched);
  }

  get #now(): number {
    return this.#deps.now().getTime();
  }

  async #readAgents(quiet: readonly Watched[]): Promise<void> {
    this.#agentsReadAt = this.#now;
    this.#deps.calls.spend();
    const agents = await this.#deps.gateway.offlineAgents();
    for (const watched of quiet) {
      const agent = agents.ofBuild(watched.build.key);
      watched.offline = agent && { agent, since: watched.offline?.since ?? this.#now };
    }
  }

  async #check(watched: Watched): Promise<void> {
    watched.checkedAt = this.#now;
    this.#deps.calls.spend();
    // Without the page, nothing can be concluded.
    const steps = await this.#deps.gateway.pipelineSteps(watched.build.key).catch((error: unknown) => {
      if (!(error instanceof JenkinsError)) throw error;
      return undefined;
    });
    const text =
      steps !== undefined && steps.length > 0 && steps.every(waitsForNothing)
        ? steps.map(nameOf).join(', ')
        : undefined;
    if (text === undefined) watched.standing = undefined;
    else if (watched.standing?.steps === text) watched.standing = { ...watched.standing, isConfirmed: true };
    else watched.standing = { steps: text, since: this.#now, isConfirmed: false };
  }

  async #giveUp({ record, movedAt, standing, offline, checkedAt }: Watched): Promise<void> {
    // The latest check must have confirmed it, not only the first one.
    const isStanding = standing?.isConfirmed === true && checkedAt - standing.since >= maxStandstill;
    const isOffline = offline !== undefined && this.#now - offline.since >= maxOffline;
    if (!isStanding && !isOffline) return;
    const reason = isStanding
      ? `The build made no progress after ${timeText(movedAt)}: it was stuck in a step that will never end (${standing.steps}), which can happen after a restart of Jenkins. Flowgate ended it.`
      : `The agent ${offline?.agent.name} has been offline since ${timeText(offline?.since ?? 0)}, and the build could not continue without it. Flowgate ended the build.`;
    await this.#deps.life.send(record, { name: 'abandoned', reason });
  }
}

/** Steps that end immediately or only contain other steps: a healthy pipeline is never in one of them for long. */
const briefSteps: ReadonlySet<string> = new Set([
  'stage',
  'script',
  'withEnv',
  'withCredentials',
  'catchError',
  'warnError',
  'retry',
  'dir',
  'echo',
  'error',
  'unstable',
  'readFile',
  'writeFile',
  'fileExists',
  'isUnix',
  'pwd',
]);

function waitsForNothing({ name = '', status, isWithoutExecutor }: PipelineStep): boolean {
  // Jenkins sees within seconds that the program of a step has ended, unless it has lost the step.
  if (isWithoutExecutor || /completed process \(/.test(status ?? '')) return true;
  return status === undefined && briefSteps.has(name);
}

function nameOf({ name, isWithoutExecutor }: PipelineStep): string {
  return isWithoutExecutor && name !== 'node' ? `${name}, whose executor Jenkins has lost` : `${name}`;
}

/** Stuck builds come first, then those checked longest ago. */
function rank({ standing, checkedAt }: Watched): number {
  return standing === undefined ? checkedAt : checkedAt - 1e12;
}

function troubleOf({ movedAt, standing, offline }: Watched): string | undefined {
  if (standing?.isConfirmed === true) {
    return `The build has made no progress since ${timeText(movedAt)}: it is stuck in a step that will never end (${standing.steps}), which can happen after a restart of Jenkins. If this lasts for ${maxStandstill / minute} minutes, Flowgate ends the build.`;
  }
  if (offline === undefined) return undefined;
  const why = offline.agent.why === '' ? '' : ` (${withoutFullStop(offline.agent.why)})`;
  return `The build's agent ${offline.agent.name} is offline${why}. If this lasts for ${maxOffline / minute} minutes, Flowgate ends the build.`;
}

function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
