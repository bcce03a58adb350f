import type { Readable } from 'node:stream';
import { Caller } from '../../access/caller.ts';
import { passedValues } from '../../engines/local/interpreter/passed-values.ts';
import type { ExecutionRecord } from '../../execution/record/execution-record.ts';
import type { ExecutionStore } from '../../execution/record/execution-store.ts';
import type { SecretVault } from '../../execution/record/secret-vault.ts';
import type { LocalPlan, LocalPlanner } from '../../engines/local/executors/local-plan.ts';
import { PatternSearches } from '../../language/expressions/pattern-searches.ts';
import { isSecret, type Input } from '../../language/inputs/input.ts';
import { ownWork, type BoundedEngine } from '../../language/safe-patterns/bounded-engine.ts';
import { jenkinsOnlyProblems } from '../../execution-plan/jenkins-only-problems.ts';
import { planFlow, type Planned } from '../../execution-plan/plan-flow.ts';
import type { PlanOptions } from '../../execution-plan/plan-options.ts';
import { AppError } from '../../problem/app-error.ts';
import type { JsonValue } from '../../text/json-value.ts';
import type { Problem } from '../../problem/problem.ts';
import { isFileDescription } from '../../store/files/file-description.ts';
import type { FileContents } from '../../store/files/file-contents.ts';
import { keyNotConfigured } from '../../store/secrets/secret-box.ts';
import { usableFlow, type FlowChecker } from '../flows/flow-checker.ts';
import { invalidFlow } from '../flows/flow-errors.ts';
import { problemAtRun } from '../subflows/problem-at-run.ts';
import { callKey } from '../subflows/subflow-calls.ts';
import type { ResolvedFlow, SubflowService } from '../subflows/subflow-service.ts';

export interface LocalRunPlannerDeps {
  readonly store: ExecutionStore;
  /** Absent without a key; flows cannot run then. */
  readonly vault?: SecretVault;
  readonly checker: FlowChecker;
  readonly subflows: SubflowService;
  readonly engine: BoundedEngine;
  readonly contents: Pick<FileContents, 'open'>;
  readonly options: Omit<PlanOptions, 'subflow'>;
}

/** Plans executions for the engine of this machine. */
export class LocalRunPlanner implements LocalPlanner {
  readonly #deps: LocalRunPlannerDeps;

  constructor(deps: LocalRunPlannerDeps) {
    this.#deps = deps;
  }

  /** Why this machine cannot run a flow that Jenkins could run. */
  problems(resolved: ResolvedFlow, revision: number | undefined): readonly Problem[] {
    return jenkinsOnlyProblems(this.#plan(resolved, revision).plan);
  }

  async planLocally(record: ExecutionRecord): Promise<LocalPlan> {
    const { store, vault, checker, subflows, contents, engine } = this.#deps;
    const source = await store.source(record.id);
    if (source === undefined) throw new AppError('execution-not-found', `The execution ${record.id} was not found.`);
    if (vault === undefined) throw keyNotConfigured('the secrets of executions');
    const secrets = (await vault.open(record.id)) ?? new Map<string, string>();
    const checked = await checker.check(source, ownWork);
    const { revision, subflows: pinned } = record;
    const caller = Caller.trusted(record.actor, record.flow.namespace);
    const options = { revision, pinned, caller, owner: ownWork, isForRun: true };
    const resolved = await subflows.resolve(usableFlow(checked), options);
    const { plan, problems } = this.#plan(resolved, revision);
    const located = await checked.locate([...resolved.problems, ...problems, ...jenkinsOnlyProblems(plan)], ownWork);
    const found = located.map(problemAtRun);
    if (found.some(({ severity }) => severity === 'error')) throw invalidFlow(found);
    return {
      plan,
      passed: passedValues(plan.flow, acceptedValues(plan.flow.inputs, record, secrets)),
      secrets: [...secrets.values()],
      searches: new PatternSearches({ engine, owner: ownWork }),
      openFile: async (inputId) => openFile(contents, record.inputs[inputId], inputId),
    };
  }

  #plan({ flow, called }: ResolvedFlow, revision: number | undefined): Planned {
    return planFlow(flow, revision, { ...this.#deps.options, subflow: (call) => called.get(callKey(call)) });
  }
}

/** The values of an execution, with its secrets in plain text. */
function acceptedValues(
  inputs: readonly Input[],
  { inputs: recorded }: ExecutionRecord,
  secrets: ReadonlyMap<string, string>,
): ReadonlyMap<string, JsonValue> {
  return new Map(
    inputs.flatMap((input) => {
      const value = isSecret(input) ? secrets.get(input.id) : recorded[input.id];
      return value === undefined ? [] : [[input.id, value] as const];
    }),
  );
}

/** @throws {AppError} `file-not-found`, `files-unavailable`, `store-unavailable` */
async function openFile(
  contents: LocalRunPlannerDeps['contents'],
  value: JsonValue | undefined,
  inputId: string,
): Promise<Readable> {
  const content = isFileDescription(value) ? await contents.open(value.sha256) : undefined;
  if (content === undefined) throw new AppError('file-not-found', `The file of the input ${inputId} has expired.`);
  return content.stream;
}
