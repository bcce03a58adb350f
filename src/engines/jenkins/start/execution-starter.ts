import { inSpan } from '../../../base/telemetry/tracing.ts';
import { sleep, timeoutSignal } from '../../../base/timers/timers.ts';
import {
  controllerOf,
  segmentName,
  segmentNumber,
  stopReason,
  type ExecutionRecord,
} from '../../../lifecycle/execution-record.ts';
import { spanOfPart, traceparentOfPart } from '../../../store/executions/execution-spans.ts';
import type { StartOutcome } from '../../../store/executions/redis/bull-start-queue.ts';
import { buildReference } from '../../../store/executions/redis/redis-pushed-jobs.ts';
import { flowLease, keepLease, leaseMilliseconds, type Lease } from '../../../store/leases/lease.ts';
import { maxRetryMilliseconds, pendingExecution, startFailure, startTrouble } from '../../pending-execution.ts';
import { credentialsOf } from '../builds/build-credentials.ts';
import { neverStarts } from '../builds/build-outcome.ts';
import type { BuildPlan, PlannedSecret } from '../builds/build-plan.ts';
import { JenkinsError, type JenkinsErrorKind } from '../client/jenkins-error.ts';
import type { JenkinsParts } from '../jenkins-parts.ts';
import { announcesStop, readBuildDescription } from '../jenkinsfile/build-description.ts';
import { BuildAdmission } from './build-admission.ts';
import { ExecutionMover, type ExecutionMoverDeps } from './execution-mover.ts';
import { JobPusher } from './job-pusher.ts';
import { QueueExits } from './queue-exits.ts';

type Deps = ExecutionMoverDeps & Pick<JenkinsParts, 'queue' | 'gateway' | 'jobs' | 'calls' | 'tracing' | 'report'>;

// A pipeline leaves Jenkins' queue within a fraction of a second, unless Jenkins starts no builds at all.
const maxStart = 5_000;
const usualStart = 30;
// Enough for concurrent pushes of several revisions; more attempts mean that something else keeps changing the job.
const maxAttempts = 20;
/** How long a rejection may be temporary: while Jenkins starts it accepts no token, and permissions can be granted. */
const temporaryRejections: Partial<Record<JenkinsErrorKind, number>> = { unauthorised: 15_000, forbidden: 10 * 60_000 };

/**
 * Turns an accepted execution into exactly one build of the right revision, whichever processes die
 * (docs/explanation/executions.md).
 *
 * The number of attempts is recorded before each attempt, so that after a crash the next worker
 * looks for an existing build first. If a request is still in flight, the search cannot find it; the builds themselves then
 * decide which one runs. The lease of the flow keeps its job at one script from the push until the build has started.
 */
export class ExecutionStarter {
  readonly #deps: Deps;
  readonly #exits: QueueExits;
  readonly #pusher: JobPusher;
  readonly #admission: BuildAdmission;
  readonly #mover: ExecutionMover;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#exits = new QueueExits(deps);
    this.#pusher = new JobPusher(deps);
    this.#admission = new BuildAdmission(deps);
    this.#mover = new ExecutionMover(deps);
  }

  /** @throws {AppError} `store-unavailable` */
  async start(id: string): Promise<StartOutcome> {
    const { controller, queue } = this.#deps;
    const record = await this.#pending(id);
    if (record === undefined) return 'done';
    if (controllerOf(record) !== controller.name) {
      await queue.add(id);
      return 'done';
    }
    const lease = await this.#deps.leases.acquire(flowLease(record.flow, controller.name), leaseMilliseconds);
    if (lease === undefined) return { again: 'soon' };
    const kept = keepLease(lease);
    try {
      return await this.#startAlone(id, lease, kept.signal);
    } finally {
      await kept.release();
    }
  }

  /** The execution, unless it has a build, is in Jenkins' queue, or has ended. */
  async #pending(id: string): Promise<ExecutionRecord | undefined> {
    const record = await pendingExecution(id, this.#deps.store);
    return record?.queueItem === undefined && record?.build === undefined ? record : undefined;
  }

  async #startAlone(id: string, lease: Lease, signal: AbortSignal): Promise<StartOutcome> {
    const record = await this.#pending(id);
    if (record === undefined) return 'done';
    const span = {
      name: 'trigger',
      parent: spanOfPart(record, 'queue'),
      attributes: { 'flowgate.attempt.number': record.attempts + 1 },
    };
    try {
      return await inSpan(this.#deps.tracing, span, () => this.#findOrStart(record, lease, signal));
    } catch (error) {
      if (error instanceof JenkinsError) return this.#afterRejection(record, error);
      const trouble = startTrouble(error);
      if (trouble !== undefined) {
        await this.#noteTrouble(record, trouble);
        return { again: 'with backoff' };
      }
      return this.#fail(
        record,
        startFailure(error, (defect) => this.#deps.report(defect, id)),
      );
    }
  }

  async #findOrStart(record: ExecutionRecord, lease: Lease, signal: AbortSignal): Promise<StartOutcome> {
    if (record.attempts > 0 && (await this.#find(record, signal))) return 'done';
    if (record.stop !== undefined && segmentNumber(record) === 1)
      return this.#end(record, 'KILLED', stopReason(record.stop));
    if (record.attempts >= maxAttempts && record.trouble === undefined) {
      return this.#fail(
        record,
        `Jenkins did not run the flow in ${maxAttempts} attempts, because something else keeps changing its job.`,
      );
    }
    const age = this.#deps.now().getTime() - readySince(record);
    if (age > maxRetryMilliseconds) return this.#fail(record, record.trouble ?? 'Jenkins was unreachable for a day.');
    const segment = record.stop === undefined ? record : await this.#killed(record, lease);
    if (segment === undefined) return { again: 'soon' };
    const plan = await this.#deps.plan(segment);
    if (record.stop !== undefined && !plan.hasFinals) return this.#end(record, 'KILLED', stopReason(record.stop));
    if (await this.#mover.move(segment, plan, lease)) return 'done';
    const obstacle = await this.#admission.obstacle(record, plan.job.label, signal);
    if (obstacle === undefined) return this.#start(segment, plan, lease, signal);
    await this.#noteTrouble(record, obstacle);
    return { again: 'in a second' };
  }

  /**
   * An execution that was stopped between two segments runs only its final tasks. That is recorded first, because no stop
   * must be sent to the build. @returns undefined if something else came first
   */
  async #killed(record: ExecutionRecord, lease: Lease): Promise<ExecutionRecord | undefined> {
    if (record.segment === undefined || record.segment.ended?.state === 'KILLED') return record;
    const sent = await this.#deps.life.send(record, { name: 'stoppedBetween' }, lease);
    return sent.isApplied ? sent.record : undefined;
  }

  /** Continues with the build or queue item of an earlier attempt. */
  async #find(record: ExecutionRecord, signal: AbortSignal): Promise<boolean> {
    const { gateway, jobs, life } = this.#deps;
    const { flow } = record;
    for (const trace of await gateway.findExecution(flow, segmentName(record), { signal })) {
      if (trace.place === 'queue') {
        await life.send(record, { name: 'enqueued', queueItem: trace.queueItem });
        return true;
      }
      const { key, result, description } = trace.build;
      const decision = readBuildDescription(description)?.decision;
      if (result === 'NOT_BUILT' || decision === 'wrong revision' || decision === 'duplicate') continue;
      if (neverStarts(trace.build, this.#deps.now())) continue;
      await life.send(record, { name: 'buildFound', build: await buildReference(jobs, flow, key.number) });
      return true;
    }
    return false;
  }

  async #start(record: ExecutionRecord, plan: BuildPlan, lease: Lease, signal: AbortSignal): Promise<StartOutcome> {
    const { flow } = record;
    await this.#pusher.ensure(plan.job, lease, signal);
    const parameters = new Map(plan.parameters);
    for (const secret of plan.secrets) parameters.set(secret.parameter, await this.#handOver(record, secret, signal));
    const attempt = { name: 'attempted', announcesStop: announcesStop(plan.job.script) } as const;
    const { life } = this.#deps;
    const attempted = await life.send(record, attempt, lease);
    if (!attempted.isApplied) return { again: 'soon' };
    const { queueItem } = await this.#deps.gateway.trigger(flow, parameters, {
      signal,
      traceparent: traceparentOfPart(record, 'build'),
    });
    const enqueued = await life.send(attempted.record, { name: 'enqueued', queueItem });
    await this.#awaitStart(enqueued.isApplied ? enqueued.record : attempted.record, queueItem, signal);
    return 'done';
  }

  /** Creates the credentials of a secret. @returns the ID that the build receives */
  async #handOver({ id, flow }: ExecutionRecord, secret: PlannedSecret, signal: AbortSignal): Promise<string> {
    if ('credential' in secret) return secret.credential;
    const { whole, parts } = credentialsOf(id, secret.parameter, secret.value);
    for (const credential of [...parts, whole])
      await this.#deps.gateway.createSecret(flow.namespace, credential.id, credential.value, { signal });
    return whole.id;
  }

  /** Waits until Jenkins has read the script of the job, because the next push could change it. */
  async #awaitStart(record: ExecutionRecord, queueItem: number, signal: AbortSignal): Promise<void> {
    const { gateway, jobs, calls } = this.#deps;
    const readItem = () => {
      calls.spend();
      return gateway.queueItem(queueItem, { of: segmentName(record), signal }).catch(() => undefined); // the follower will see it
    };
    await sleep(usualStart);
    let item = await readItem();
    if (item?.state === 'waiting') {
      await this.#exits.left(queueItem, AbortSignal.any([signal, timeoutSignal(maxStart)]));
      if (!signal.aborted) item = await readItem();
    }
    if (item?.state !== 'started') return;
    await this.#deps.life.send(record, {
      name: 'buildFound',
      build: await buildReference(jobs, record.flow, item.number),
    });
  }

  /** Retries errors that may be temporary; the record shows the error in the meantime. */
  async #afterRejection(record: ExecutionRecord, error: JenkinsError): Promise<StartOutcome> {
    if (error.kind === 'not-found') await this.#deps.jobs.forget(record.flow);
    else if (error.status === 409)
      return this.#fail(record, "The flow's job is disabled in Jenkins. Enable it there to run the flow.");
    else if (this.#isPermanent(record, error)) return this.#fail(record, error.message);
    await this.#noteTrouble(record, error.message);
    return { again: error.kind === 'cancelled' ? 'soon' : 'with backoff' };
  }

  async #noteTrouble(record: ExecutionRecord, trouble: string): Promise<void> {
    if (trouble === record.trouble) return;
    await this.#deps.life.send(record, { name: 'troubled', trouble });
  }

  /** Whether waiting longer will not help; a rejection that a person can fix is given its time. */
  #isPermanent({ trouble, troubleSince }: ExecutionRecord, error: JenkinsError): boolean {
    if (error.kind === 'cancelled' || error.retryable) return false;
    const grace = temporaryRejections[error.kind];
    if (grace === undefined) return true;
    return trouble === error.message && this.#deps.now().getTime() - Date.parse(troubleSince ?? '') > grace;
  }

  #fail(record: ExecutionRecord, reason: string): Promise<StartOutcome> {
    return this.#end(record, 'FAILED', reason);
  }

  async #end(record: ExecutionRecord, state: 'FAILED' | 'KILLED', reason: string): Promise<StartOutcome> {
    await this.#deps.life.send(record, { name: 'neverBegan', state, reason });
    return 'done';
  }
}

/** When it was accepted, its last segment ended, or it got the permits for which it waited, in milliseconds. */
function readySince({ history, readyAt }: ExecutionRecord): number {
  const at = Date.parse(history.at(-1)?.at ?? '');
  return readyAt === undefined ? at : Math.max(at, Date.parse(readyAt));
}
