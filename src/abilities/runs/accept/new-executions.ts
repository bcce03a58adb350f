import type { Caller } from '../../../access/caller.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import { traceparentOf } from '../../../base/telemetry/trace-context.ts';
import type { EnginePlace } from '../../../engines/current-engine.ts';
import { usesSignalUrl } from '../../../language/execution-plan/added-inputs.ts';
import { PatternSearches } from '../../../language/expressions/pattern-searches.ts';
import { signalUrlInput } from '../../../language/expressions/run-fields.ts';
import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import type { Flow } from '../../../language/flow/flow.ts';
import { isSecretType } from '../../../language/input-types/input-types.ts';
import type { InputNotice } from '../../../language/inputs/input-notice.ts';
import type { InputViolation } from '../../../language/inputs/validate-inputs.ts';
import type { BoundedRunner } from '../../../language/safe-patterns/bounded-runner.ts';
import { inClaimOrder } from '../../../lifecycle/claims.ts';
import type { ParentOrigin, TriggerOrigin } from '../../../lifecycle/execution-origin.ts';
import type { ExecutionRecord, SubflowRevision } from '../../../lifecycle/execution-record.ts';
import type { ExecutionPorts } from '../../../store/executions/execution-ports.ts';
import { claimsOf } from '../../../store/executions/locks/lock-file.ts';
import { newExecutionId } from '../../../store/executions/record/execution-id.ts';
import type { ExecutionCreation } from '../../../store/executions/record/execution-store.ts';
import { fileSecret, newFileToken } from '../../../store/executions/record/secret-names.ts';
import type { RevisionSource } from '../../../store/revisions/flow-revision.ts';
import { keyNotConfigured } from '../../../store/secrets/secret-box.ts';
import type { ExecutionFiles } from '../../files/execution-files.ts';
import type { FlowRecord } from '../../flows/flow-service.ts';
import { requireAllowedForAgents } from '../../flows/inputs/agent-rules.ts';
import type { ExecutionInputs, ExecutionPlace } from '../../flows/inputs/execution-inputs.ts';
import type { FlowPreparation, RunnableFlow } from '../../flows/preparation/flow-preparation.ts';
import { requirePlace } from '../../flows/preparation/require-place.ts';
import { executionLocks } from '../../locks/execution-locks.ts';
import type { Parts } from '../../parts/parts.ts';
import { startersOf } from '../../records/decision-rule.ts';
import { secretDigests } from '../../records/kept-approvals.ts';
import { recordedInputs, secretValues, typedSecrets } from '../../records/recorded-inputs.ts';
import { signalUrl } from '../../waits/signal-url.ts';
import { evaluateChecks } from './evaluate-checks.ts';
import type { AcceptableRequest } from './run-request.ts';

/** The document that an execution runs, and its revision if it is stored. */
export interface RunnableSource {
  readonly source: RevisionSource;
  readonly revision: number | undefined;
}

export interface NewExecutionOptions {
  readonly caller: Caller;
  readonly trigger?: TriggerOrigin;
  /** The people behind the trigger. */
  readonly starters?: readonly string[];
  readonly replayOf?: ExecutionRecord;
  readonly restart?: Restart;
  /** The execution that starts it, and the revisions of the flows that it calls, as far as they are known. */
  readonly parent?: ParentOrigin;
  readonly pinned?: readonly SubflowRevision[];
  /** Whether an agent runs the flow. */
  readonly isFromAgent?: boolean | undefined;
}

/** An execution that begins at a task of another one. */
export interface Restart {
  readonly original: ExecutionRecord;
  /** The id of the task. */
  readonly from: string;
  readonly begin: NonNullable<ExecutionCreation['begin']>;
  /** Those of its forms, by the ids of `formInputId`. */
  readonly secrets?: ReadonlyMap<string, string>;
  /** The revisions of the flows that it calls. */
  readonly pinned: readonly SubflowRevision[];
}

/** What the store creates, or the violations in the values. */
export type NewExecution =
  | {
      readonly creation: ExecutionCreation;
      /** All of them; the record leaves out those about secrets. */
      readonly notices: readonly InputNotice[];
    }
  | { readonly violations: readonly InputViolation[] };

/** Checks whether a flow may run with the given values, and prepares the record of its execution. */
export class NewExecutions {
  readonly #deps;

  constructor(
    deps: Pick<ExecutionPorts, 'vault'> &
      Pick<Parts, 'engines' | 'locks' | 'now' | 'tracing'> & {
        readonly inputs: ExecutionInputs;
        readonly files: ExecutionFiles;
        readonly flowPreparation: FlowPreparation;
        /** The URL at which other systems reach Flowgate, without a trailing slash. */
        readonly agentUrl?: string | undefined;
        readonly runner: BoundedRunner;
      },
  ) {
    this.#deps = deps;
  }

  /**
   * @throws {AppError} flow-disabled, flow-invalid, controller-draining, forbidden, not-allowed-for-agents, execution-blocked,
   * lock-unavailable, key-not-configured, too-busy
   */
  async prepare(
    { source, revision }: RunnableSource,
    request: AcceptableRequest,
    {
      caller,
      trigger,
      starters,
      replayOf,
      restart,
      parent,
      pinned = restart?.pinned,
      isFromAgent,
    }: NewExecutionOptions,
  ): Promise<NewExecution> {
    const prepared = await this.#deps.flowPreparation.prepare(source, { revision, caller, pinned });
    const { authored: flow, subflows, calls, calledDefaults } = prepared;
    if (flow.disabled) throw new AppError('flow-disabled', `The flow ${flowName(flow)} is disabled and cannot be run.`);
    if (isFromAgent === true) requireAllowedForAgents(flow);
    const keepsFiles = (restart?.begin.carried?.files.length ?? 0) > 0;
    const first = await this.#placeOf(prepared, keepsFiles ? restart?.original : undefined);
    const check = (place: ExecutionPlace) => this.#deps.inputs.validate(flow, request, caller, { isFromAgent, place });
    const checked = await check(first);
    // It can name a credential that only its own controller has.
    const isElsewhere = checked.violations.length > 0 && first.insteadOf !== undefined;
    const { claims = [], ...place } = isElsewhere ? this.#placeWithoutFallback(first) : first;
    const { violations, accepted, notices, files, defaulted } = isElsewhere ? await check(place) : checked;
    if (violations.length > 0) return { violations };
    this.#deps.inputs.requireUsableDefaults(calledDefaults, caller, place);
    if (prepared.passesFiles || keepsFiles) this.#deps.files.requireDownloads();
    const { messages, failure } = await evaluateChecks(
      flow,
      accepted,
      new PatternSearches({ runner: this.#deps.runner, owner: caller.key }),
    );
    // Only the sender sees a notice about a secret, in the answer.
    const recorded = notices.filter(({ inputId }) => !isSecretInput(flow, inputId));
    const formFiles = new Map(Object.entries(restart?.begin.formFiles ?? {}));
    const gone = await this.#deps.files.secure(new Map([...files, ...formFiles]), request.received ?? new Map());
    if (gone.length > 0) return { violations: gone };
    const locks = executionLocks(flow, accepted, this.#deps.locks.locks);
    const at = this.#deps.now();
    const id = newExecutionId(at);
    const secrets = new Map([
      ...secretValues(flow, { accepted, files, calledDefaults }),
      ...(restart?.secrets ?? []),
      ...[...formFiles.keys()].map((inputId) => [fileSecret(inputId), newFileToken()] as const),
      ...this.#signalUrl(flow, id),
    ]);
    const typed = new Map([...typedSecrets(flow, accepted), ...(restart?.secrets ?? [])]);
    const digests = secretDigests(flow, typed, this.#deps.vault);
    const begin = { ...restart?.begin, ...place, ...(digests !== undefined && { secretDigests: digests }) };
    const creation: ExecutionCreation = {
      accepted: {
        id,
        flow: keyOf(flow),
        revision,
        subflows,
        ...(calls.length > 0 && { calls }),
        actor: caller.subject,
        ...(isFromAgent === true && { via: 'mcp' as const }),
        labels: { ...flow.labels, ...request.labels },
        ...recordedInputs(flow, accepted, files),
        ...(defaulted.length > 0 && { defaulted }),
        messages,
        ...(recorded.length > 0 && { notices: recorded }),
        replayOf: replayOf?.id,
        restartOf: restart?.original.id,
        restartFrom: restart?.from,
        ...(locks.length > 0 && { locks }),
        ...(flow.priority !== undefined && { priority: flow.priority }),
        ...startersBehind(caller, replayOf ?? restart?.original, starters),
        trigger,
        parent,
        traceparent: this.#traceparent(),
      },
      ...(Object.keys(begin).length > 0 && { begin }),
      source,
      at,
      secrets: this.#seal(id, secrets),
      failure,
      concurrency: flow.concurrency,
      claims: inClaimOrder([...claimsOf(this.#deps.locks, flow.namespace, locks), ...claims]),
    };
    return { creation, notices };
  }

  /** @param before the execution whose files it gets, which only its controller has */
  async #placeOf(
    prepared: RunnableFlow,
    before: ExecutionRecord | undefined,
  ): Promise<Partial<Omit<EnginePlace, 'engine'>>> {
    const { current } = this.#deps.engines;
    if (current === undefined) return {};
    const { engine: _engine, ...place } =
      before === undefined ? await requirePlace(current, prepared) : current.placeOf(before);
    return place;
  }

  #placeWithoutFallback(place: Pick<EnginePlace, 'insteadOf'>): Partial<Omit<EnginePlace, 'engine'>> {
    const { engine: _engine, ...own } = this.#deps.engines.current?.placeWithoutFallback(place) ?? {
      engine: undefined,
    };
    return own;
  }

  /** An execution that fails at once, because its trigger could not start it. */
  failed({ flow, entry, source }: FlowRecord, reason: string, options: NewExecutionOptions): ExecutionCreation {
    const at = this.#deps.now();
    const accepted = {
      id: newExecutionId(at),
      flow: keyOf(flow),
      revision: entry.revision,
      subflows: [],
      actor: options.caller.subject,
      labels: flow.labels,
      inputs: {},
      messages: [],
      trigger: options.trigger,
      traceparent: this.#traceparent(),
    };
    return { accepted, source, at, secrets: {}, failure: reason };
  }

  #traceparent(): string | undefined {
    const span = this.#deps.tracing?.current();
    return span && traceparentOf(span);
  }

  /** The secret with the URL for signals, if a task may use it. */
  #signalUrl(flow: Flow, id: string): readonly (readonly [string, string])[] {
    const { agentUrl, vault } = this.#deps;
    if (agentUrl === undefined || vault === undefined || !usesSignalUrl(flow)) return [];
    return [[signalUrlInput, signalUrl(agentUrl, id, vault)]];
  }

  #seal(id: string, secrets: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
    if (secrets.size === 0) return {};
    if (this.#deps.vault === undefined) throw keyNotConfigured('the secrets of executions');
    return this.#deps.vault.seal(id, secrets);
  }
}

/** Those besides the actor: who made the API token or the key of the webhook, and who started what is repeated. */
function startersBehind(
  { identity, subject }: Caller,
  repeated: ExecutionRecord | undefined,
  behindTrigger: readonly string[] = [],
) {
  const creator = identity?.token?.creator.subject;
  const people = [
    ...behindTrigger,
    ...(creator === undefined ? [] : [creator]),
    ...(repeated === undefined ? [] : startersOf(repeated)),
  ];
  const starters = [...new Set(people)].filter((person) => person !== subject);
  return starters.length > 0 ? { starters } : {};
}

function keyOf({ namespace, id }: FlowKey): FlowKey {
  return { namespace, id };
}

function isSecretInput({ inputs }: Flow, id: string): boolean {
  return inputs.some((input) => input.id === id && isSecretType(input.type));
}
