import type { FlowKey } from '../../../language/flow/flow-key.ts';
import { flowJobs } from './flow-jobs.ts';
import { notFoundAsUndefined } from './jenkins-error.ts';
import type { BuildKey, BuildResult, BuildState, BuildStates, CallOptions } from './jenkins-gateway.ts';
import type { JenkinsRequests } from './jenkins-requests.ts';
import { pathOfUrl, type JobPaths } from './job-paths.ts';
import type { ReplyValue } from './reply-value.ts';

export const buildTree =
  'number,building,inProgress,result,timestamp,duration,description,actions[causes[userId,shortDescription]]';

// Per job, for all jobs: enough for builds that ended a moment ago.
const buildsAtOnce = 5;

/** Max builds of a job that Jenkins lists. */
export const listedBuilds = 100;

/** Reads the states of builds, many per call. */
export class BuildReader {
  readonly #requests: JenkinsRequests;
  readonly #paths: JobPaths;

  constructor(requests: JenkinsRequests, paths: JobPaths) {
    this.#requests = requests;
    this.#paths = paths;
  }

  /** As `JenkinsGateway.builds`. */
  async read(keys: readonly BuildKey[], calls: number, options: CallOptions): Promise<BuildStates> {
    if (keys.length === 0 || calls === 0) return { found: [], gone: [], calls: 0 };
    if (keys.length === 1) return { ...(await this.#ofOneJob(keys, options)), calls: 1 };
    const found: BuildState[] = [];
    const gone: BuildKey[] = [];
    let made = 1;
    const running = await this.#running(options);
    const ended = new Map<string, BuildKey[]>();
    for (const key of keys) {
      const build = running.get(this.#paths.build(key));
      const job = this.#paths.job(key.job);
      if (build === undefined) ended.set(job, [...(ended.get(job) ?? []), key]);
      else found.push(buildState(key, build));
    }
    const groups = [...ended.values()];
    const few = groups.length < calls ? groups : groups.slice(0, Math.max(0, calls - 2));
    for (const group of few) {
      const states = await this.#ofOneJob(group, options);
      made += states.calls;
      found.push(...states.found);
      gone.push(...states.gone);
    }
    if (few.length < groups.length && calls > 1) {
      found.push(...(await this.#among(groups.slice(few.length).flat(), options)));
      made += 1;
    }
    return { found, gone, calls: made };
  }

  /** As `JenkinsGateway.build`. */
  async one(key: BuildKey, { signal }: CallOptions): Promise<BuildState | undefined> {
    const build = await notFoundAsUndefined(
      this.#requests.json({ path: this.#paths.build(key), tree: buildTree, signal }),
    );
    return build && buildState(key, build);
  }

  /** As `JenkinsGateway.recentBuildsOfAll`. */
  async recentOfAll(count: number, { signal }: CallOptions): Promise<readonly BuildState[]> {
    const tree = `jobs[name,displayName,jobs[name,displayName,builds[${buildTree}]{0,${count}}]]`;
    const root = await notFoundAsUndefined(this.#requests.json({ path: this.#paths.root, tree, signal }));
    return flowJobs(root).flatMap(({ key, job }) =>
      job.get('builds').items.map((build) => buildState({ job: key, number: build.get('number').number }, build)),
    );
  }

  /** As `JenkinsGateway.recentBuilds`. */
  async recent(job: FlowKey, count: number, options: CallOptions): Promise<readonly BuildState[]> {
    const builds = await this.#list(job, count, options);
    return (builds ?? []).map((build) => buildState({ job, number: build.get('number').number }, build));
  }

  async #ofOneJob(keys: readonly BuildKey[], options: CallOptions): Promise<BuildStates> {
    const [first] = keys;
    if (first === undefined) return { found: [], gone: [], calls: 0 };
    if (keys.length === 1) {
      const build = await this.one(first, options);
      return build === undefined ? { found: [], gone: keys, calls: 1 } : { found: [build], gone: [], calls: 1 };
    }
    const builds = await this.#list(first.job, listedBuilds, options);
    if (builds === undefined) return { found: [], gone: keys, calls: 1 };
    const listed = new Map(builds.map((build) => [build.get('number').number, build]));
    const oldest = builds.length < listedBuilds ? 0 : Math.min(...listed.keys());
    const found = keys.flatMap((key) => {
      const build = listed.get(key.number);
      return build === undefined ? [] : [buildState(key, build)];
    });
    // A build that is older than the list is left out until it is read on its own.
    const missing = keys.filter((key) => !listed.has(key.number));
    const [alone, ...others] = missing.filter((key) => key.number < oldest);
    const older =
      alone === undefined || others.length > 0
        ? { found: [], gone: [], calls: 0 }
        : await this.#ofOneJob([alone], options);
    return {
      found: [...found, ...older.found],
      gone: [...missing.filter((key) => key.number >= oldest), ...older.gone],
      calls: 1 + older.calls,
    };
  }

  /** The states of those builds that are among the latest of their jobs. */
  async #among(keys: readonly BuildKey[], options: CallOptions): Promise<readonly BuildState[]> {
    const requested = new Map(keys.map((key) => [this.#paths.build(key), key]));
    const recent = await this.recentOfAll(buildsAtOnce, options);
    return recent.filter(({ key }) => requested.has(this.#paths.build(key)));
  }

  async #list(job: FlowKey, count: number, { signal }: CallOptions): Promise<readonly ReplyValue[] | undefined> {
    const answer = await notFoundAsUndefined(
      this.#requests.json({ path: this.#paths.job(job), tree: `builds[${buildTree}]{0,${count}}`, signal }),
    );
    return answer?.get('builds').items;
  }

  /** The builds running on the whole controller, by path. */
  async #running({ signal }: CallOptions): Promise<ReadonlyMap<string, ReplyValue>> {
    const tree = `computer[oneOffExecutors[currentExecutable[url,${buildTree}]]]`;
    const answer = await this.#requests.json({ path: '/computer', tree, signal });
    const executables = answer
      .get('computer')
      .items.flatMap((computer) => computer.get('oneOffExecutors').items)
      .map((executor) => executor.get('currentExecutable'))
      .filter((executable) => !executable.isNull && !executable.get('url').isNull);
    return new Map(executables.map((build) => [pathOfUrl(build.get('url').text) ?? '', build]));
  }
}

const interruption = 'jenkins.model.InterruptedBuildAction';

/** Converts a build with the fields of `buildTree`. */
export function buildState(key: BuildKey, build: ReplyValue): BuildState {
  const result = build.get('result').optionalText;
  // For a moment a build is neither running nor has a result.
  const building = build.get('building').boolean || result === undefined;
  const duration = build.get('duration').number;
  const actions = build.get('actions').items.filter((action) => !action.isNull);
  const causes = (isMatch: (kind: string) => boolean) =>
    actions
      .filter((action) => isMatch(action.get('_class').optionalText ?? ''))
      .flatMap((action) => action.get('causes').items);
  const interruptions = causes((kind) => kind === interruption);
  return {
    key,
    building,
    inProgress: build.get('inProgress').boolean,
    result: result as BuildResult | undefined, // Jenkins has only these five
    startedAt: build.get('timestamp').number,
    duration: building || duration === 0 ? undefined : duration,
    description: build.get('description').optionalText ?? '',
    startedBy: causes((kind) => kind !== interruption)
      .map((cause) => cause.get('userId').optionalText)
      .find((user) => user !== undefined),
    abortedBy: interruptions
      .map((cause) => cause.get('shortDescription').optionalText)
      .find((text) => text !== undefined),
  };
}
