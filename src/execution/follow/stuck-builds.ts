import type { BuildState, JenkinsGateway, OfflineAgent, PipelineStep } from '../../engine/jenkins/jenkins-gateway.ts';
import { JenkinsError } from '../../engine/jenkins/jenkins-error.ts';
import type { CallBudget } from '../call-budget.ts';
import type { ExecutionRecord } from '../record/execution-record.ts';
import { openStates } from '../record/execution-state.ts';
import type { ExecutionStore } from '../record/execution-store.ts';

export interface StuckBuildsDeps {
  readonly gateway: Pick<JenkinsGateway, 'offlineAgents' | 'pipelineSteps'>;
  readonly store: Pick<ExecutionStore, 'change'>;
  readonly calls: CallBudget;
  readonly now: () => Date;
}

/** A build that is followed. Times are milliseconds since 1970. */
interface Watched {
  record: ExecutionRecord;
  build: BuildState;
  /** When its description last changed, as far as was seen. */
  movedAt: number;
  checkedAt: number;
  /** The steps that it stood at when it was checked, as text, and since when. */
  standing?: { readonly steps: string; readonly since: number; readonly isConfirmed: boolean } | undefined;
  offline?: { readonly agent: OfflineAgent; readonly since: number } | undefined;
}

const second = 1_000;
const minute = 60 * second;
// Most builds say something that often.
const quietMilliseconds = 30 * second;
const agentsEvery = 10 * second;
const checkEvery = 30 * second;
const checksPerLook = 2;
const standingPatience = 2 * minute;
/** Agents are restarted, and scripts on them go on meanwhile. */
const offlinePatience = 30 * minute;

/**
 * Finds builds that Jenkins shows as running and that will not go on: a restart of Jenkins can leave a pipeline behind in
 * a step that waits for nothing, and an agent can be gone. Both are told in the record, and ended after a while. Only
 * builds that have said nothing for a while are looked at, some at a time.
 */
export class StuckBuilds {
  readonly #deps: StuckBuildsDeps;
  readonly #watched = new Map<string, Watched>();
  #agentsReadAt = -Infinity;

  constructor(deps: StuckBuildsDeps) {
    this.#deps = deps;
  }

  /** Forgets all executions but these. */
  keep(open: readonly { readonly id: string }[]): void {
    const ids = new Set(open.map(({ id }) => id));
    for (const id of this.#watched.keys()) if (!ids.has(id)) this.#watched.delete(id);
  }

  /** Takes note of a build that runs. @returns what is wrong with it, as far as is known */
  observe(record: ExecutionRecord, build: BuildState): string | undefined {
    const known = this.#watched.get(record.id);
    const hasMoved = known?.build.description !== build.description || known.build.key.number !== build.key.number;
    const watched = hasMoved
      ? { record, build, movedAt: this.#now, checkedAt: 0 }
      : Object.assign(known, { record, build });
    this.#watched.set(record.id, watched);
    return troubleOf(watched);
  }

  /** Looks at some of those that have said nothing for a while, and gives up those that will not go on. */
  async look(): Promise<void> {
    const quiet = [...this.#watched.values()].filter(
      ({ record, movedAt }) =>
        this.#now - movedAt >= quietMilliseconds && record.stop === undefined && record.abandoned === undefined,
    );
    if (quiet.length === 0) return;
    if (this.#now - this.#agentsReadAt >= agentsEvery && this.#deps.calls.left >= 2) await this.#readAgents(quiet);
    const due = quiet
      .filter(({ checkedAt }) => this.#now - checkedAt >= checkEvery)
      .toSorted((one, other) => rank(one) - rank(other));
    for (const watched of due.slice(0, checksPerLook)) if (this.#deps.calls.left >= 2) await this.#check(watched);
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
    // Without the page nothing is known, and nothing follows from that.
    const steps = await this.#deps.gateway.pipelineSteps(watched.build.key).catch((error: unknown) => {
      if (!(error instanceof JenkinsError)) throw error;
      return undefined;
    });
    const text =
      steps !== undefined && steps.length > 0 && steps.every(waitsForNothing)
        ? steps.map(({ name }) => name).join(', ')
        : undefined;
    if (text === undefined) watched.standing = undefined;
    else if (watched.standing?.steps === text) watched.standing = { ...watched.standing, isConfirmed: true };
    else watched.standing = { steps: text, since: this.#now, isConfirmed: false };
  }

  async #giveUp({ record, movedAt, standing, offline, checkedAt }: Watched): Promise<void> {
    // The latest check, not only the first one, found it standing.
    const isStanding = standing?.isConfirmed === true && checkedAt - standing.since >= standingPatience;
    const isOffline = offline !== undefined && this.#now - offline.since >= offlinePatience;
    if (!isStanding && !isOffline) return;
    const reason = isStanding
      ? `The build has stood still in Jenkins since ${timeText(movedAt)}, in a step that waits for nothing (${standing.steps}), as after a restart of Jenkins; Flowgate ended it.`
      : `The agent ${offline?.agent.name} has been offline since ${timeText(offline?.since ?? 0)}, and the build could not go on without it; Flowgate ended it.`;
    const at = this.#deps.now();
    await this.#deps.store.change(record.id, {
      from: openStates,
      at,
      fields: { abandoned: { reason, at: at.toISOString() } },
    });
  }
}

/** Steps that are over at once, or only hold others: a pipeline is never found in one of them for long. */
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

function waitsForNothing({ name = '', status }: PipelineStep): boolean {
  if (name === 'node') return /neither running nor scheduled/.test(status ?? '');
  return status === undefined && briefSteps.has(name);
}

/** Those that stand come first, then those that were not looked at for the longest time. */
function rank({ standing, checkedAt }: Watched): number {
  return standing === undefined ? checkedAt : checkedAt - 1e12;
}

function troubleOf({ movedAt, standing, offline }: Watched): string | undefined {
  if (standing?.isConfirmed === true) {
    return `Nothing has moved in the build since ${timeText(movedAt)}: it stands in a step that waits for nothing (${standing.steps}), as after a restart of Jenkins. Flowgate ends it when that lasts for ${standingPatience / minute} minutes.`;
  }
  if (offline === undefined) return undefined;
  const why = offline.agent.why === '' ? '' : ` (${offline.agent.why.replace(/\.$/, '')})`;
  return `The agent of the build, ${offline.agent.name}, is offline${why}. Flowgate ends the build when it stays so for ${offlinePatience / minute} minutes.`;
}

function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
