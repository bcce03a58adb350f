import type { Caller } from '../../access/caller.ts';
import { maskText } from '../../base/masking/mask-text.ts';
import { quoteShort } from '../../base/problem/describe-value.ts';
import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import { keptFormSecrets } from '../../language/execution-plan/added-inputs.ts';
import { nothingCarried, type Carried } from '../../language/execution-plan/segment.ts';
import type { ValidatedFlow } from '../../language/flow/flow.ts';
import type { InputViolation } from '../../language/inputs/validate-inputs.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { isFinal } from '../../lifecycle/execution-state.ts';
import type { ExecutionPorts } from '../../store/executions/execution-ports.ts';
import { deletedFlow } from '../flows/check/flow-errors.ts';
import type { FlowPreparation, RunnableFlow } from '../flows/preparation/flow-preparation.ts';
import { noEngine, requireSigned, restartNotPossible } from '../records/execution-errors.ts';
import { hideReplayedInputs } from '../records/hide-replayed-inputs.ts';
import { keptApprovals, repeatedTask, requireSameSecrets } from '../records/kept-approvals.ts';
import {
  isSameTask,
  keptFormFiles,
  keptItems,
  keptResults,
  keptTasks,
  keptWarning,
  requireSameTasks,
  restartPoint,
  withKeptTasks,
  type RestartPoint,
} from '../records/restart-point.ts';
import type { RunOutcome } from '../records/visible-execution.ts';
import type { RunContext } from './accept/execution-acceptor.ts';
import type { Restart, RunnableSource } from './accept/new-executions.ts';
import { repeatedRequest } from './accept/run-request.ts';
import type { RunServiceDeps } from './run-service.ts';

export interface RestartRequest {
  readonly from?: string | undefined;
  readonly revision?: number | undefined;
  /** The secrets that are no longer stored. */
  readonly inputs?: JsonObject | undefined;
}

/** Restarts executions at a task, with the results of the tasks before it (docs/reference/executions.md). */
export class RestartService {
  readonly #deps;

  constructor(deps: RunServiceDeps & Pick<ExecutionPorts, 'store'> & { readonly flowPreparation: FlowPreparation }) {
    this.#deps = deps;
  }

  /** @throws {AppError} as RunService.replay; restart-not-possible with the reason */
  async restart(id: string, request: RestartRequest, context: RunContext): Promise<RunOutcome> {
    if (this.#deps.engines.current === undefined) throw noEngine();
    const original = withKeptTasks(await this.#deps.executions.require(id, context.caller, 'execute'));
    const restart = () => this.#restart(original, request, context);
    const isReader = context.caller.may('read', original.flow.namespace);
    return isReader ? restart() : hideReplayedInputs(restart, request.inputs ?? {});
  }

  async #restart(original: ExecutionRecord, request: RestartRequest, context: RunContext): Promise<RunOutcome> {
    const { acceptor, inputs: executionInputs, newExecutions } = this.#deps;
    const { caller } = context;
    const { inputs: given = {}, revision, from } = request;
    const again = `restart ${original.id} ${JSON.stringify(from ?? null)}`;
    const idempotency = acceptor.idempotency(original.flow, { inputs: given, revision }, context, again);
    const earlier = await acceptor.earlier(idempotency);
    if (earlier !== undefined) return acceptor.repeated(earlier, caller);
    const { run, restart, flow, point } = await this.#restartOf(original, request, caller);
    const asked = keptFormSecrets(flow, restart.begin.carried ?? nothingCarried);
    const isAsked = ([id]: readonly [string, JsonValue]): boolean => asked.some((input) => input.id === id);
    const forms = Object.fromEntries(Object.entries(given).filter(isAsked));
    const inputs = Object.fromEntries(Object.entries(given).filter((entry) => !isAsked(entry)));
    const hidden = Object.fromEntries(asked.map(({ id }) => [id, maskText]));
    const violations = [
      ...otherInputs(original, inputs),
      ...executionInputs.missingSecrets(original, inputs),
      ...executionInputs.missingSecrets({ inputs: hidden }, forms),
    ];
    if (violations.length > 0) return { violations };
    const checked = await executionInputs.validate({ ...flow, inputs: asked }, { inputs: forms }, caller);
    if (checked.violations.length > 0) return checked;
    const secrets = new Map([...checked.accepted].map(([id, value]) => [id, String(value)]));
    const prepared = await newExecutions.prepare(run, repeatedRequest(original, { inputs }), {
      caller,
      restart: { ...restart, secrets },
    });
    if ('violations' in prepared) return prepared;
    const { begin = {} } = prepared.creation;
    requireSameSecrets(begin.keptApprovals ?? {}, original, { secretDigests: begin.secretDigests ?? {} });
    const mayHandOn = async (user: string): Promise<boolean> => {
      const last = await this.#deps.store.read(user);
      return last !== undefined && isFinal(last.state) && repeatedTask(withKeptTasks(last), point) === undefined;
    };
    const outcome = await acceptor.create(prepared, { context, idempotency }, { mayHandOn });
    if (outcome === undefined) throw new Error('The store compared a revision that need not be the latest one');
    return outcome;
  }

  /** What runs, and where it begins. */
  async #restartOf(
    original: ExecutionRecord,
    request: RestartRequest,
    caller: Caller,
  ): Promise<{
    readonly run: RunnableSource;
    readonly restart: Restart;
    readonly flow: ValidatedFlow;
    readonly point: RestartPoint;
  }> {
    const { flows, store } = this.#deps;
    requireSigned(original);
    if (!isFinal(original.state)) throw restartNotPossible(`the execution ${original.id} is still ${original.state}`);
    const own = await store.source(original.id);
    if (original.revision === undefined || own === undefined || own.bytes.length === 0)
      throw restartNotPossible(`the execution ${original.id} was started in Jenkins, and its definition is unknown`);
    const stored = await flows.stored(original.flow, request.revision);
    if (stored.flow.deletion !== undefined) throw deletedFlow(original.flow);
    const before = { source: own, revision: original.revision };
    const isOther = request.revision !== undefined && request.revision !== original.revision;
    const run = isOther ? { source: stored.source, revision: stored.entry.revision } : before;
    const earlier = await this.#prepare(before, caller, original.subflows);
    const prepared = isOther ? await this.#prepare(run, caller) : earlier;
    const point = restartPoint(prepared.plan(), original, request.from);
    if (isOther) requireSameTasks(earlier.plan(), point);
    const approvals = keptApprovals(original, point, isOther);
    const carried = await this.#carriedOf(original, point);
    if (carried.items !== undefined && isOther && !isSameTask(earlier.plan(), point)) delete carried.items;
    const from = point.from.task.id;
    const segment = { number: 1, from, elapsed: 0, hasWarning: keptWarning(original, point) };
    const formFiles = keptFormFiles(original, point);
    const begin = {
      segment,
      earlierTasks: keptTasks(original, point),
      carried,
      formFiles,
      ...(Object.keys(approvals).length > 0 && { keptApprovals: approvals }),
    };
    return { run, restart: { original, from, begin, pinned: prepared.subflows }, flow: prepared.authored, point };
  }

  #prepare(
    { source, revision }: RunnableSource,
    caller: Caller,
    pinned?: ExecutionRecord['subflows'],
  ): Promise<RunnableFlow> {
    return this.#deps.flowPreparation.prepare(source, { revision, caller, pinned });
  }

  /** @throws {AppError} restart-not-possible if something that is kept is lost; jenkins-unavailable */
  async #carriedOf(
    original: ExecutionRecord,
    point: RestartPoint,
  ): Promise<{ -readonly [Field in keyof Carried]: Carried[Field] }> {
    const { store, engines } = this.#deps;
    const carried = await store.carried(original.id);
    const isSuccess = original.state === 'SUCCESS' || original.state === 'WARNING';
    const kept = keptResults(original, point, carried, isSuccess ? engines.of(original)?.noOutputs : undefined);
    for (const execution of new Set(kept.files.map((file) => file.execution)))
      await this.#requireFiles(execution, kept);
    const items = keptItems(original, point, carried?.items);
    return { ...kept, ...(items !== undefined && { items }) };
  }

  async #requireFiles(execution: string, { files }: Pick<Carried, 'files'>): Promise<void> {
    const record = await this.#deps.store.read(execution);
    if (record !== undefined) requireSigned(record);
    const found = record && (await this.#deps.engines.of(record)?.artifacts(record));
    const paths = new Set(found?.map(({ path }) => path));
    const gone = files.find((file) => file.execution === execution && !paths.has(file.path));
    if (gone !== undefined)
      throw restartNotPossible(
        `the file ${quoteShort(gone.path)} that the task ${quoteShort(gone.task)} kept no longer exists`,
      );
  }
}

/** A restart has the same inputs: the kept tasks ran with them. */
function otherInputs({ inputs }: ExecutionRecord, given: JsonObject): readonly InputViolation[] {
  return Object.keys(given)
    .filter((id) => inputs[id] !== maskText)
    .map((inputId) => ({
      inputId,
      message: 'A restart has the same inputs; only secrets can be given again',
      providedValue: null,
    }));
}
