import { Caller } from '../../access/caller.ts';
import { actorOf } from '../../access/identity.ts';
import { AppError, type AppErrorCode } from '../../base/problem/app-error.ts';
import type { JsonObject } from '../../base/text/json-value.ts';
import { constantValue } from '../../language/expressions/fill-value.ts';
import { PatternSearches } from '../../language/expressions/pattern-searches.ts';
import { flowName } from '../../language/flow/flow-key.ts';
import { inputValuesFor } from '../../language/inputs/effective-values.ts';
import type { InputViolation } from '../../language/inputs/validate-inputs.ts';
import { ownWork, type BoundedRunner } from '../../language/safe-patterns/bounded-runner.ts';
import type { SealedValues } from '../../store/secrets/sealed-values.ts';
import type { FlowRecord } from '../flows/flow-service.ts';
import { firstUnmet, type ScheduleTrigger } from '../flows/flow-triggers.ts';
import type { RunOutcome } from '../records/visible-execution.ts';
import type { RunContext } from '../runs/accept/execution-acceptor.ts';
import type { RunService } from '../runs/run-service.ts';
import { withOpenedSecrets } from './trigger-secrets.ts';

/** Reasons why a flow cannot start until its author fixes it. */
const lasting: ReadonlySet<AppErrorCode> = new Set([
  'flow-invalid',
  'execution-blocked',
  'lock-unavailable',
  'forbidden',
  'public-url-missing',
]);

/** A tick, and what is special about starting it. */
export interface TickStart extends Pick<RunContext, 'starters' | 'maxPendingOfTrigger'> {
  readonly at: Date;
}

/** Starts flows with the values of their schedules. */
export class ScheduleStarter {
  readonly #deps;

  constructor(deps: { readonly runs: RunService; readonly runner: BoundedRunner; readonly sealed: SealedValues }) {
    this.#deps = deps;
  }

  /** Why the conditions of a schedule keep it from starting its flow; undefined if they do not. */
  async unmetReason({ checked }: FlowRecord, trigger: ScheduleTrigger): Promise<string | undefined> {
    const searches = new PatternSearches({ runner: this.#deps.runner, owner: ownWork });
    const values = inputValuesFor(checked.check.draft?.inputs ?? [], valuesOf(trigger));
    const unmet = await firstUnmet(trigger.conditions, values, searches);
    return unmet && `The condition was not met: ${unmet.text}`;
  }

  /**
   * Starts the flow once for a tick. If it cannot be started until its author fixes it, that is a failed execution with
   * the reason.
   * @throws {AppError} as RunService.run
   */
  async startTick(
    record: FlowRecord,
    trigger: ScheduleTrigger,
    { at, ...options }: TickStart,
  ): Promise<'started' | 'failed'> {
    const context: RunContext = {
      ...options,
      caller: Caller.trusted(actorOf('schedule', trigger.id), record.flow.namespace),
      trigger: { id: trigger.id, type: 'schedule', at: at.toISOString() },
      // HTTP headers cannot contain a line break, so no API user can send the same key.
      idempotencyKey: `${flowName(record.flow)}\n${at.toISOString()}`,
      idempotencyContent: '',
    };
    const reason = await this.#reasonToFail(record, trigger, context);
    if (reason === undefined) return 'started';
    await this.#deps.runs.recordFailure(
      record,
      `The schedule ${trigger.id} could not start the flow. ${reason}`,
      context,
    );
    return 'failed';
  }

  /** @throws {AppError} as RunService.run */
  async run({ flow, entry, checked }: FlowRecord, trigger: ScheduleTrigger, context: RunContext): Promise<RunOutcome> {
    const { namespace, id } = flow;
    const { values, violations } = withOpenedSecrets(
      { namespace, id, inputs: checked.check.draft?.inputs ?? [] },
      trigger,
      { values: valuesOf(trigger), sealed: this.#deps.sealed },
    );
    if (violations.length > 0) return { violations };
    return this.#deps.runs.run(flow, { inputs: values, revision: entry.revision }, context);
  }

  async #reasonToFail(record: FlowRecord, trigger: ScheduleTrigger, context: RunContext): Promise<string | undefined> {
    try {
      const outcome = await this.run(record, trigger, context);
      return 'violations' in outcome ? reasonOf(outcome.violations) : undefined;
    } catch (error) {
      if (error instanceof AppError && lasting.has(error.code)) return error.message;
      throw error;
    }
  }
}

function reasonOf(violations: readonly InputViolation[]): string {
  return violations.map(({ inputId, message }) => `${inputId}: ${message}.`).join(' ');
}

/** The values of a schedule, which contain no references. */
function valuesOf({ inputs }: ScheduleTrigger): JsonObject {
  return Object.fromEntries(Object.entries(inputs).map(([id, value]) => [id, constantValue(value) ?? null]));
}
