import { Caller } from '../../access/caller.ts';
import { actorOf } from '../../access/identity.ts';
import { AppError } from '../../base/problem/app-error.ts';
import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import type { ExecutionPreparation } from '../../engines/engine.ts';
import { decided, formFor, signalled } from '../../language/execution-plan/wait-answer.ts';
import type { ValidatedFlow } from '../../language/flow/flow.ts';
import type { Decision } from '../../language/flow/wait.ts';
import type { Input } from '../../language/inputs/input.ts';
import type { InputViolation } from '../../language/inputs/validate-inputs.ts';
import type { PersonDecision, WaitingFor } from '../../lifecycle/execution-phases.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { ExecutionPorts } from '../../store/executions/execution-ports.ts';
import { isSameSecret } from '../../store/secrets/secret-box.ts';
import type { ExecutionFiles } from '../files/execution-files.ts';
import type { ExecutionInputs } from '../flows/inputs/execution-inputs.ts';
import { decisionRejection } from '../records/decision-rule.ts';
import { executionNotFound } from '../records/execution-errors.ts';
import type { ExecutionService } from '../records/execution-service.ts';
import { visibleExecution, type RunOutcome } from '../records/visible-execution.ts';
import { keptAnswer } from './kept-answer.ts';
import { signalToken } from './signal-url.ts';
import { alreadyDecided, notWaiting, requireInTime } from './wait-errors.ts';
import { plannedWait, type PlannedWait } from './wait-plan.ts';
import type { WaitService } from './wait-service.ts';

export interface DecisionRequest {
  /** The id of the task that waits. */
  readonly task: string;
  readonly decision: Decision;
  readonly inputs?: JsonObject | undefined;
}

/** The answers for which executions wait: decisions of people about approvals, and signals (docs/reference/executions.md#waits). */
export class AnswerService {
  readonly #deps;

  constructor(
    deps: Pick<ExecutionPorts, 'store' | 'life' | 'vault'> & {
      readonly executions: ExecutionService;
      readonly waits: WaitService;
      readonly preparation: ExecutionPreparation;
      readonly inputs: ExecutionInputs;
      readonly executionFiles: ExecutionFiles;
    },
  ) {
    this.#deps = deps;
  }

  /**
   * Decides an approval, once.
   * @throws {AppError} execution-not-found, forbidden with the reason, not-waiting, already-decided, too-busy
   */
  async decide(id: string, caller: Caller, request: DecisionRequest): Promise<RunOutcome> {
    for (;;) {
      const record = await this.#deps.executions.record(id);
      if (!caller.sees(record.flow.namespace)) throw executionNotFound(id);
      const { waitingFor } = record;
      if (waitingFor?.kind !== 'approval' || waitingFor.task !== request.task) throw notDecidable(record, request.task);
      const rejection = decisionRejection(caller, record);
      if (rejection !== undefined) throw new AppError('forbidden', rejection, { subject: caller.subject });
      const by = await this.#personOf(caller);
      requireInTime(record, waitingFor, by.at);
      const own = waitingFor.approvals?.find((approval) => approval.by === by.by);
      if (own !== undefined && request.decision === 'APPROVE')
        throw alreadyDecided({ task: request.task, decision: 'APPROVE', decidedBy: own.by, decidedAt: own.at });
      const planned = await plannedWait(record, waitingFor.task, this.#deps.preparation);
      const form = planned.wait.kind === 'approval' ? planned.wait.form : [];
      const checked = await this.#check(planned.flow, form, request, caller);
      if ('violations' in checked) return checked;
      // Another decision, or the timeout, came first: it decides what this one is told.
      if (await this.#record(record, waitingFor, { by, form, planned, request, accepted: checked.accepted }))
        return { execution: visibleExecution(await this.#deps.executions.record(id), caller) };
    }
  }

  /**
   * Sends a signal.
   * @throws {AppError} execution-not-found, forbidden, not-waiting
   */
  async signal(id: string, caller: Caller, { name, body }: { name: string; body: JsonObject }): Promise<RunOutcome> {
    const record = await this.#deps.executions.require(id, caller, 'execute');
    const { waitingFor } = record;
    const subject = `the signal ${JSON.stringify(name)}`;
    if (waitingFor?.kind !== 'signal' || waitingFor.signal !== name) throw notWaiting(record, subject);
    const planned = await plannedWait(record, waitingFor.task, this.#deps.preparation);
    const answered = signalled(planned.task, body);
    if ('violations' in answered) return answered;
    const by = await this.#personOf(caller);
    requireInTime(record, waitingFor, by.at);
    const ending = { ...keptAnswer(waitingFor.task, answered), by: [by] };
    const isEnded = await this.#deps.waits.end(record, ending, planned);
    const now = await this.#deps.executions.record(id);
    if (!isEnded) {
      if (now.waitingFor !== undefined) requireInTime(now, now.waitingFor, (await this.#personOf(caller)).at);
      throw notWaiting(now, subject);
    }
    return { execution: visibleExecution(now, caller) };
  }

  /**
   * Sends a signal with the token of the execution's URL for signals.
   * @throws {AppError} execution-not-found for a wrong token; as `signal`
   */
  async signalByUrl(id: string, token: string, sent: { name: string; body: JsonObject }): Promise<RunOutcome> {
    const { vault, store } = this.#deps;
    const isKnown = vault !== undefined && isSameSecret(token, signalToken(id, vault));
    const record = isKnown ? await store.read(id) : undefined;
    if (record === undefined) throw executionNotFound(id);
    return this.signal(id, Caller.trusted(actorOf('signal', sent.name), record.flow.namespace), sent);
  }

  /** @returns whether nothing else came first */
  async #record(
    record: ExecutionRecord,
    waitingFor: WaitingFor,
    { by, form, planned, request, accepted }: CheckedDecision,
  ): Promise<boolean> {
    const approvals = [...(waitingFor.approvals ?? []), by];
    const { decision } = request;
    if (decision === 'APPROVE' && approvals.length < (waitingFor.approvers?.count ?? 1)) {
      const approved = await this.#deps.life.send(record, { name: 'approvedByOne', by, at: new Date(by.at) });
      return approved.isApplied;
    }
    const people = decision === 'APPROVE' ? approvals : [by];
    const approver = people.map((person) => person.by).join(', ');
    const answered = decided(form, accepted, { decision, approver, at: Date.parse(by.at) });
    return this.#deps.waits.end(record, { ...keptAnswer(waitingFor.task, answered), by: people }, planned);
  }

  async #check(
    flow: ValidatedFlow,
    form: readonly Input[],
    { decision, inputs = {} }: DecisionRequest,
    caller: Caller,
  ): Promise<
    { readonly accepted: ReadonlyMap<string, JsonValue> } | { readonly violations: readonly InputViolation[] }
  > {
    const asked = { ...flow, inputs: formFor(decision, form) };
    const checked = await this.#deps.inputs.validate(asked, { inputs }, caller);
    const { accepted, files } = checked;
    if (checked.violations.length > 0) return checked;
    const gone = decision === 'APPROVE' ? await this.#deps.executionFiles.secure(files, new Map()) : [];
    return gone.length > 0 ? { violations: gone } : { accepted };
  }

  async #personOf({ identity, person, subject }: Caller): Promise<PersonDecision> {
    const at = (await this.#deps.store.time()).toISOString();
    return { by: person?.subject ?? subject, at, ...(identity?.token !== undefined && { token: subject }) };
  }
}

interface CheckedDecision {
  readonly by: PersonDecision;
  readonly form: readonly Input[];
  readonly planned: PlannedWait;
  readonly request: DecisionRequest;
  readonly accepted: ReadonlyMap<string, JsonValue>;
}

function notDecidable(record: ExecutionRecord, task: string): AppError {
  const ended = record.endedWaits?.findLast((wait) => wait.kind === 'approval' && wait.task === task);
  if (ended?.decision === undefined || record.waitingFor?.task === task)
    return notWaiting(record, `the approval ${JSON.stringify(task)}`);
  const decidedBy = ended.by.map(({ by }) => by).join(', ');
  return alreadyDecided({ task, decision: ended.decision, decidedBy, decidedAt: ended.at });
}
