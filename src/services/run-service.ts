import type { Caller } from '../access/caller.ts';
import { newExecutionId } from '../execution/execution-id.ts';
import type { CheckMessage, ExecutionRecord, TriggerOrigin } from '../execution/execution-record.ts';
import type { CreationOutcome, ExecutionStore, IdempotencyClaim } from '../execution/execution-store.ts';
import { fileSecret, newFileToken } from '../execution/file-secret.ts';
import type { SecretVault } from '../execution/secret-vault.ts';
import type { FlowPusher } from '../execution/start/flow-pusher.ts';
import type { TriggerQueue } from '../execution/trigger-queue.ts';
import type { FileDescription } from '../files/file-description.ts';
import { flowName, type FlowKey } from '../flow/flow-key.ts';
import type { Check, ValidatedFlow } from '../flow/flow.ts';
import type { InputViolation } from '../input/validate-inputs.ts';
import type { PushResult } from '../jenkins/jenkins-gateway.ts';
import { AppError } from '../problem/app-error.ts';
import type { JsonValue } from '../problem/json-value.ts';
import type { RevisionSource } from '../revision/flow-revision.ts';
import { maskText } from '../secret/secret-mask.ts';
import { failedChecks } from './evaluate-checks.ts';
import type { ExecutionFiles } from './execution-files.ts';
import type { ExecutionInputs } from './execution-inputs.ts';
import type { ExecutionService } from './execution-service.ts';
import type { FlowBuildPlanner, PlannedJob } from './flow-build-planner.ts';
import { deletedFlow } from './flow-refusals.ts';
import type { FlowRecord, FlowService } from './flow-service.ts';
import { repeatedRequest, requestText, type AcceptableRequest, type RunRequest } from './run-request.ts';

export interface RunContext {
  readonly caller: Caller;
  /** The client's word for this request: asked again with it, the same execution is meant. */
  readonly idempotencyKey?: string;
  /** What the key stands for, where that is not the request as it stands here. */
  readonly idempotencyContent?: string;
  /** The trigger that asks. */
  readonly trigger?: TriggerOrigin;
}

/** An execution, or what is wrong with the values for it. */
export type RunOutcome = { readonly execution: ExecutionRecord } | { readonly violations: readonly InputViolation[] };

export interface RunCollaborators {
  readonly flows: FlowService;
  readonly executions: ExecutionService;
  readonly inputs: ExecutionInputs;
  readonly files: ExecutionFiles;
  readonly planner: FlowBuildPlanner;
  readonly store: ExecutionStore;
  readonly vault: SecretVault;
  readonly queue: TriggerQueue;
  readonly now: () => Date;
  /** Absent where no Jenkins is configured. */
  readonly pusher?: FlowPusher;
}

const idempotencySeconds = 24 * 60 * 60;

/** Takes executions on (DESIGN 7, 9). */
export class RunService {
  readonly #with: RunCollaborators;

  constructor(collaborators: RunCollaborators) {
    this.#with = collaborators;
  }

  /**
   * Accepts an execution; a worker turns it into a build.
   * @throws {AppError} as FlowService.read; forbidden, jenkins-not-configured, flow-disabled, flow-invalid, execution-blocked,
   * idempotency-conflict
   */
  async run(key: FlowKey, request: RunRequest, context: RunContext): Promise<RunOutcome> {
    this.#configuredPusher();
    const claim = this.#claim(key, request, context);
    const known = claim && (await this.#with.store.claim(claim.key));
    if (claim !== undefined && known !== undefined) return this.#repeated({ outcome: known.digest === claim.digest ? 'repeated' : 'conflict', id: known.id });
    const { flow, entry, source } = await this.#with.flows.read(key, request.revision);
    if (flow.deletion !== undefined) throw deletedFlow(key);
    return this.#accept({ source, revision: entry.revision }, { ...request, received: request.files }, context, { idempotency: claim });
  }

  /**
   * Runs an execution again: the same revision with the same values, unless others are asked for. Secrets have to be
   * given again; nobody has kept them.
   * @throws {AppError} as run; execution-not-found
   */
  async replay(id: string, request: Partial<RunRequest>, context: RunContext): Promise<RunOutcome> {
    this.#configuredPusher();
    const original = await this.#with.executions.read(id, context.caller, 'execute');
    const source = request.revision === undefined && original.revision !== undefined ? await this.#with.store.source(id) : undefined;
    const again = repeatedRequest(original, request);
    const claim = this.#claim(original.flow, { ...request, inputs: request.inputs ?? {} }, context, id);
    const known = claim && (await this.#with.store.claim(claim.key));
    if (claim !== undefined && known !== undefined) return this.#repeated({ outcome: known.digest === claim.digest ? 'repeated' : 'conflict', id: known.id });
    const missing = this.#with.inputs.maskedOf(original.inputs, request.inputs ?? {});
    if (missing.length > 0) return { violations: missing };
    if (source !== undefined) return this.#accept({ source, revision: original.revision }, again, context, { replayOf: id, idempotency: claim });
    const record = await this.#with.flows.read(original.flow, request.revision);
    return this.#accept({ source: record.source, revision: record.entry.revision }, again, context, { replayOf: id, idempotency: claim });
  }

  /** Makes or updates the job of a flow without running it. @throws {AppError} as run; jenkins-unavailable */
  async push(key: FlowKey, { caller }: Pick<RunContext, 'caller'>, revision?: number): Promise<PushResult & { readonly revision: number }> {
    const pusher = this.#configuredPusher();
    const { source, entry } = await this.#with.flows.read(key, revision);
    const { job } = await this.#with.planner.job(source, entry.revision, { caller });
    return { ...(await pusher.push(job)), revision: entry.revision };
  }

  /**
   * What can be known before the body of a request is read.
   * @throws {AppError} as FlowService.read; jenkins-not-configured, flow-disabled
   */
  async demandRunnable(key: FlowKey): Promise<void> {
    this.#configuredPusher();
    const { flow } = await this.#with.flows.read(key);
    if (flow.deletion !== undefined) throw deletedFlow(key);
  }

  #configuredPusher(): FlowPusher {
    if (this.#with.pusher !== undefined) return this.#with.pusher;
    throw new AppError('jenkins-not-configured', 'No Jenkins is configured, so that flows can be checked and kept, but not run; JENKINS_URL, JENKINS_USER and JENKINS_TOKEN say where it is.');
  }

  async #accept(
    run: { readonly source: RevisionSource; readonly revision: number | undefined },
    request: AcceptableRequest,
    { caller, trigger }: RunContext,
    { replayOf, idempotency }: { readonly replayOf?: string; readonly idempotency?: IdempotencyClaim },
  ): Promise<RunOutcome> {
    const planned = await this.#with.planner.job(run.source, run.revision, { caller });
    const { flow } = planned;
    if (flow.disabled) throw new AppError('flow-disabled', `The flow ${flowName(flow)} is disabled and cannot be run.`);
    const { violations, accepted, files } = await this.#with.inputs.validate(flow, request, caller.subject);
    if (violations.length > 0) return { violations };
    const failed = failedChecks(flow, accepted);
    const failure = failureOf(failed);
    const gone = await this.#with.files.secure(files, request.received ?? new Map());
    if (gone.length > 0) return { violations: gone };
    const at = this.#with.now();
    const id = newExecutionId(at);
    const outcome = await this.#with.store.create({
      accepted: { id, ...acceptedParts(planned, accepted, files), revision: run.revision, actor: caller.subject, labels: { ...flow.labels, ...request.labels }, messages: failed.map(messageOf), replayOf, trigger },
      source: run.source,
      at,
      secrets: this.#with.vault.seal(id, new Map([...secretsOf(flow, accepted), ...fileTokens(files)])),
      failure,
      concurrency: flow.concurrency,
      idempotency,
    });
    if (outcome.outcome !== 'created') return this.#repeated(outcome);
    const execution = await this.#with.executions.record(id);
    // Should this fail, whoever follows executions finds those that nobody triggers.
    if (execution.state === 'CREATED' && !execution.waiting) await this.#with.queue.add(id);
    return { execution };
  }

  /**
   * Records that a trigger could not start its flow, as an execution that failed before it was one, so that people see it.
   * @throws {AppError} idempotency-conflict
   */
  async recordFailure({ flow, entry, source }: FlowRecord, reason: string, context: RunContext): Promise<RunOutcome> {
    const at = this.#with.now();
    const id = newExecutionId(at);
    const { namespace, id: flowId, labels } = flow;
    const { caller, trigger } = context;
    const outcome = await this.#with.store.create({
      accepted: { id, flow: { namespace, id: flowId }, revision: entry.revision, subflows: [], actor: caller.subject, labels, inputs: {}, messages: [], trigger },
      source,
      at,
      secrets: {},
      failure: reason,
      idempotency: this.#claim(flow, {}, context),
    });
    return outcome.outcome === 'created' ? { execution: await this.#with.executions.record(id) } : this.#repeated(outcome);
  }

  #claim(flow: FlowKey, request: Partial<RunRequest>, { caller, idempotencyKey, idempotencyContent }: RunContext, replayOf = ''): IdempotencyClaim | undefined {
    if (idempotencyKey === undefined) return undefined;
    const { vault } = this.#with;
    const digest = vault.digest(idempotencyContent ?? requestText(flow, request, replayOf));
    return { key: vault.digest(JSON.stringify([caller.subject, idempotencyKey])), digest, lifetimeSeconds: idempotencySeconds };
  }

  async #repeated({ outcome, id }: CreationOutcome): Promise<RunOutcome> {
    if (outcome === 'repeated') return { execution: await this.#with.executions.record(id) };
    throw new AppError('idempotency-conflict', `The Idempotency-Key was used for another request within the last 24 hours, which made the execution ${id}; take a new key for a new execution.`);
  }
}

function fileTokens(files: ReadonlyMap<string, FileDescription>): ReadonlyMap<string, string> {
  return new Map([...files.keys()].map((inputId) => [fileSecret(inputId), newFileToken()]));
}

function acceptedParts({ flow, subflows }: PlannedJob, accepted: ReadonlyMap<string, JsonValue>, files: ReadonlyMap<string, FileDescription>) {
  const shown = flow.inputs.flatMap(({ id, type }) => {
    const value = accepted.get(id);
    return value === undefined ? [] : [[id, type === 'SECRET' ? maskText : value] as const];
  });
  const ids = [...files.keys()];
  return { flow: { namespace: flow.namespace, id: flow.id }, subflows, inputs: Object.fromEntries(shown), ...(ids.length > 0 && { files: ids }) };
}

function secretsOf(flow: ValidatedFlow, accepted: ReadonlyMap<string, JsonValue>): ReadonlyMap<string, string> {
  const secrets = flow.inputs.filter(({ type }) => type === 'SECRET').map(({ id }) => [id, accepted.get(id)] as const);
  return new Map(secrets.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** @throws {AppError} execution-blocked */
function failureOf(failed: readonly Check[]): string | undefined {
  const blocking = failed.filter(({ behavior }) => behavior === 'BLOCK_EXECUTION');
  if (blocking.length > 0) {
    const checks = blocking.map((check) => ({ ...messageOf(check) }));
    throw new AppError('execution-blocked', blocking.map(({ message }) => message).join(' '), { checks });
  }
  return failed.find(({ behavior }) => behavior === 'FAIL_EXECUTION')?.message;
}

function messageOf({ message, style }: Check): CheckMessage {
  return { message, style };
}
