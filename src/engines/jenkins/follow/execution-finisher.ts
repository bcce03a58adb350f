import { SecretMask } from '../../../base/masking/secret-mask.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import { sleep } from '../../../base/timers/timers.ts';
import { segmentLogBytes } from '../../../language/execution-plan/log-limits.ts';
import { endedTasks, tasksOfSegments } from '../../../language/execution-plan/task-state.ts';
import { Turns } from '../../../language/safe-patterns/turns.ts';
import { recordTime, stopReason, type ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import { artifactNames, type ArtifactNames } from '../builds/artifact-names.ts';
import { artifactsOf } from '../builds/artifacts-of.ts';
import { credentialPrefix } from '../builds/build-credentials.ts';
import { BuildLog } from '../builds/build-log.ts';
import { buildOutcome, ClosingError, mayCarry, toleratedReason, type BuildEnd } from '../builds/build-outcome.ts';
import { readArtifactJson } from '../builds/read-artifact-json.ts';
import { JenkinsError } from '../client/jenkins-error.ts';
import type { BuildKey } from '../client/jenkins-gateway.ts';
import type { JenkinsParts } from '../jenkins-parts.ts';
import { maskTexts, readSegmentEnd, type ReadingPlace } from '../segments/segment-end-reader.ts';
import { withEarlierLog } from '../segments/segment-log.ts';

type Deps = Pick<
  JenkinsParts,
  'gateway' | 'store' | 'vault' | 'logs' | 'life' | 'calls' | 'maxLogBytes' | 'now' | 'waits'
>;

/** The artifact that the pipeline, not a script, writes for Flowgate. */
const outputsPath = '.flowgate/outputs.json';
const maxOutputsSize = 2 * 1024 * 1024;
/** Milliseconds between reads of the last lines of a log, which Jenkins writes a moment after the result. */
const logPauses: readonly number[] = [30, 50, 80, 120, ...Array.from({ length: 20 }, () => 250)];
// Later reads wait for the call budget.
const urgentPauses = 4;

/**
 * Collects the results of an ended build and then records its end: stores the log, masked while the secrets are still
 * known, reads the outputs and removes the credentials. If it is interrupted, it starts over.
 */
export class ExecutionFinisher {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Leaves an execution unchanged if its build turns out to be running.
   * @throws {JenkinsError} the caller retries later
   */
  async finish(record: ExecutionRecord, build: BuildKey): Promise<void> {
    const [opened, latest] = await Promise.all([this.#deps.vault.open(record.id), this.#deps.store.read(record.id)]);
    // By now it may wait, or have another build, which needs its credentials.
    if (opened === undefined || latest?.build?.number !== build.number) return;
    const mask = new SecretMask([...opened.values()]);
    const log = new BuildLog({
      gateway: this.#deps.gateway,
      build,
      mask,
      maxBytes: segmentLogBytes(record, this.#deps.maxLogBytes),
      hasEnd: true,
    });
    const error = new ClosingError();
    const pieces = this.#piecesOf(log, error);
    await this.#deps.logs.write(record.id, withEarlierLog(record, this.#deps.logs, pieces));
    if (!log.isComplete) throw new JenkinsError('timeout', 'The build has ended, but its log is not complete yet.');
    const end = await this.#endOf(build, record);
    if (end === undefined) return;
    const place = { record, build, secrets: opened, mask };
    if (end.waits !== undefined) return this.#wait(place, { ...end, waits: end.waits });
    const { state, reason } = outcomeOf(record, end, error);
    const [outputs, names, left] = await Promise.all([
      this.#outputsOf(build, mask),
      opened.size === 0 ? undefined : this.#artifactNames(record, mask),
      end.isKept === true ? readSegmentEnd(place, this.#deps) : undefined,
      this.#removeCredentials(record, build),
    ]);
    await this.#deps.life.send(latest, {
      name: 'finished',
      at: recordTime(record, end.endedAt, this.#deps.now()),
      state,
      reason,
      tasks: end.tasks,
      outputs,
      artifactNames: names,
      carried: left !== undefined && 'carried' in left ? left.carried : undefined,
    });
  }

  /** The build has ended at a task that waits. */
  async #wait(place: ReadingPlace, end: BuildEnd & Required<Pick<BuildEnd, 'waits'>>): Promise<void> {
    const { record, build, mask } = place;
    const { life, logs, now, waits } = this.#deps;
    const [read, [logBytes = 0]] = await Promise.all([
      readSegmentEnd(place, this.#deps),
      logs.sizes([record.id]),
      this.#removeCredentials(record, build),
    ]);
    const at = recordTime(record, end.endedAt, now());
    if ('problem' in read) {
      const tasks = endedTasks(end.tasks, end.endedAt);
      // Another process may have read it before Jenkins deleted the artifact.
      await life.send(record, { name: 'finished', at, state: 'FAILED', reason: read.problem, tasks });
      return;
    }
    await waits.begin(record, {
      task: end.waits.task,
      texts: await maskTexts(read.left.texts, mask),
      tasks: end.tasks,
      carried: read.carried,
      elapsed: read.left.elapsed,
      hasWarning: end.state === 'WARNING' || record.segment?.hasWarning === true,
      logBytes,
      ...(record.build !== undefined && { build: record.build }),
    });
  }

  /** Read once the log is complete: until then an UNSTABLE build can become a FAILURE. */
  async #endOf(build: BuildKey, record: ExecutionRecord): Promise<BuildEnd | undefined> {
    this.#deps.calls.spend();
    const state = await this.#deps.gateway.build(build);
    if (state === undefined || !mayCarry(state, record))
      throw new JenkinsError('not-found', 'Jenkins deleted the build while Flowgate was reading its log.', 404);
    const outcome = buildOutcome(state);
    if (outcome.kind !== 'ended') return undefined;
    return { ...outcome, tasks: tasksOfSegments(record.earlierTasks ?? [], outcome.tasks) };
  }

  async *#piecesOf(log: BuildLog, error: ClosingError): AsyncGenerator<string> {
    for (let idle = 0; !log.isComplete && idle <= logPauses.length;) {
      if (idle > urgentPauses) await this.#deps.calls.take();
      else this.#deps.calls.spend();
      const text = await log.readOn();
      error.push(text);
      if (text !== '') yield text;
      else if (!log.isComplete) await sleep(logPauses[idle++] ?? 0);
    }
  }

  async #outputsOf(build: BuildKey, mask: SecretMask): Promise<JsonObject | undefined> {
    this.#deps.calls.spend();
    const value = await readArtifactJson(this.#deps.gateway, { build, path: outputsPath, maxSize: maxOutputsSize });
    if (!isJsonObject(value)) return undefined;
    await mask.prepare();
    return (await masked(value, mask, new Turns())) as JsonObject; // an object stays an object
  }

  /** The artifacts whose paths contain secrets, which are forgotten when the execution ends. */
  async #artifactNames(record: ExecutionRecord, mask: SecretMask): Promise<ArtifactNames | undefined> {
    this.#deps.calls.spend(1 + (record.earlierBuilds?.length ?? 0));
    return artifactNames(await artifactsOf(record, this.#deps), mask, this.#deps.vault);
  }

  /** The sweeper removes what cannot be removed now. */
  async #removeCredentials(record: ExecutionRecord, build: BuildKey): Promise<void> {
    const { namespace } = build.job;
    const sealed = Object.keys(await this.#deps.store.secrets(record.id));
    // A later segment can have one for its files.
    if (sealed.length === 0 && record.segment === undefined) return;
    const latest = await this.#deps.store.read(record.id);
    // Another process has gone on: the next build needs its own.
    if (latest?.build?.number !== build.number) return;
    const made = await this.#deps.gateway
      .listSecrets(`${credentialPrefix}${record.id}-`, { namespace })
      .catch(ignoreJenkins);
    for (const { id } of made ?? []) await this.#deps.gateway.deleteSecret(namespace, id).catch(ignoreJenkins);
  }
}

/** The user who stopped it, or the error of the pipeline, is a better reason than the states of the tasks. */
function outcomeOf(
  { stop, abandoned, segment }: ExecutionRecord,
  { state, reason, tasks }: BuildEnd,
  error: ClosingError,
): Pick<BuildEnd, 'state' | 'reason'> {
  if (state === 'KILLED' && stop !== undefined) return { state, reason: stopReason(stop) };
  if (state === 'KILLED' && abandoned !== undefined) return { state: 'FAILED', reason: abandoned.reason };
  if (state === 'WARNING' || (state === 'SUCCESS' && segment?.hasWarning === true))
    return { state: 'WARNING', reason: toleratedReason(tasks) };
  return { state, reason: (state === 'FAILED' ? error.message : undefined) ?? reason };
}

async function masked(value: JsonValue, mask: SecretMask, turns: Turns): Promise<JsonValue> {
  if (turns.isOver) await turns.next();
  if (typeof value === 'string') return mask.applyInTurns(value);
  if (Array.isArray(value)) {
    const items: JsonValue[] = [];
    for (const item of value as readonly JsonValue[]) items.push(await masked(item, mask, turns)); // an array of JSON
    return items;
  }
  if (!isJsonObject(value)) return value;
  const members: [string, JsonValue][] = [];
  for (const [key, item] of Object.entries(value)) members.push([key, await masked(item, mask, turns)]);
  return Object.fromEntries(members);
}

function ignoreJenkins(error: unknown): undefined {
  if (!(error instanceof JenkinsError)) throw error;
}
