import type { FlowPlan, SeparatePlan, TaskPlan } from '../../../language/execution-plan/flow-plan.ts';
import type { ItemCounts } from '../../../language/execution-plan/task-state.ts';
import type { SearchRunner } from '../../../language/expressions/pattern-searches.ts';
import { setBlockOutputs } from './block-outputs.ts';
import { typedOutput } from './flow-outputs.ts';
import { FlowScope } from './flow-scope.ts';
import { Frame } from './frame.ts';
import { initializeScope } from './initialize-scope.ts';
import { scopeOfItem } from './item-scope.ts';
import type { LoopItem } from './loop-item.ts';
import { LoopItems } from './loop-items.ts';
import { callInputs, type PassedInputs } from './passed-inputs.ts';
import { flag, numberOf } from './piece-values.ts';
import { isMet } from './run-state.ts';
import { setEarlierOutputs, type SegmentBegin } from './segment-begin.ts';
import { RunFailure, StopControl } from './stop-control.ts';
import { takeOutputs, type ReturnedFields } from './take-outputs.ts';

export interface SeparateItemsOptions {
  readonly plan: FlowPlan;
  /** The task that starts the executions, and its part of the plan. */
  readonly task: TaskPlan;
  readonly separate: SeparatePlan;
  /** Complete and checked, with defaults. */
  readonly passed: PassedInputs;
  /** The segment that begins at the task. */
  readonly begin: SegmentBegin;
  readonly named: ReadonlyMap<string, string>;
  readonly searches: SearchRunner;
  readonly mask: (text: string) => string;
}

/**
 * The executions of their own that a task starts: the same evaluation on every engine, because none takes part. Their
 * number and values depend only on the record of the execution.
 */
export class SeparateItems {
  readonly #options: SeparateItemsOptions;
  readonly #frame: Frame;
  /** Undefined for a single execution. */
  readonly #items: readonly LoopItem[] | undefined;
  readonly concurrency: number;
  readonly failFast: boolean;

  private constructor(options: SeparateItemsOptions, frame: Frame) {
    this.#options = options;
    this.#frame = frame;
    const { task, separate, mask } = options;
    const { loop } = separate;
    this.concurrency = (loop && numberOf(loop.concurrency, task, frame)) ?? 1;
    this.failFast = loop !== undefined && flag(loop.failFast, task, frame);
    if (loop === undefined) return;
    const maxItems = numberOf(loop.maxItems, task, frame);
    const found = new LoopItems(loop, frame, { maxItems, mask }).read();
    if ('problem' in found) throw new RunFailure(found.problem);
    this.#items = found.items;
  }

  /** @throws {RunFailure} with the reason, as a clause, if there is no valid list */
  static async open(options: SeparateItemsOptions): Promise<SeparateItems> {
    const { plan, passed, begin, named, searches } = options;
    const frame = new Frame({
      scope: FlowScope.of(plan),
      path: undefined,
      place: { workerGroup: undefined, keeps: false },
      workspace: '',
      stops: new StopControl(),
      deadline: undefined,
      isStopped: false,
      isCounted: true,
      isConcurrent: false,
    });
    const state = {
      isMet: (condition: Parameters<typeof isMet>[0], inner: Frame) => isMet(condition, inner, searches),
      ports: { named },
    };
    await initializeScope(frame, { passed, isChecked: true }, state);
    const [problem] = frame.scope.flow.problems;
    if (problem !== undefined) throw new RunFailure(problem);
    setEarlierOutputs({ ...begin, ended: undefined }, frame);
    return new SeparateItems(options, frame);
  }

  get total(): number {
    return this.#items?.length ?? 1;
  }

  get isLoop(): boolean {
    return this.#items !== undefined;
  }

  /** The label of an item; undefined for a single execution. */
  label(index: number): string | undefined {
    return this.#items?.[index]?.key;
  }

  /** The index of the item with a label. */
  indexOf(label: string): number | undefined {
    const index = this.#items?.findIndex(({ key }) => key === label) ?? -1;
    return index < 0 ? undefined : index;
  }

  /**
   * The values that an execution gets, as texts in the environment; undefined if the condition of its task is false.
   * @throws {RunFailure} if the condition cannot be evaluated
   */
  async inputsOf(index: number): Promise<PassedInputs | undefined> {
    const { separate, searches } = this.#options;
    const { runIf } = separate.call.task;
    const frame = this.#frameOf(index);
    // The condition of a single call was true when the segment ended.
    if (this.isLoop && runIf !== undefined && !(await isMet(runIf.condition, frame, searches))) return undefined;
    return callInputs({ inputs: separate.inputs }, frame);
  }

  /**
   * What an execution returns, as JSON by output: of the loop, or of the task.
   * @param returned JSON by field; undefined if it was tolerated that it did not succeed
   * @returns or the problem with it, as a clause
   */
  resultOf(
    index: number,
    returned: ReturnedFields | undefined,
  ): { readonly outputs: ReturnedFields } | { readonly problem: string } {
    const { separate } = this.#options;
    const { task } = separate.call;
    const { loop } = separate;
    const frame = this.#frameOf(index);
    if (returned !== undefined) {
      const problem = separate.untilEnd ? takeOutputs(task, returned, frame) : setBlockOutputs(task, returned, frame);
      if (problem !== undefined) return { problem };
    }
    if (loop === undefined) return { outputs: returned === undefined ? new Map() : declared(task, returned) };
    const outputs = new Map<string, string>();
    for (const output of loop.outputs) {
      const { json, problem } = typedOutput(output, frame);
      if (problem !== undefined) return { problem };
      outputs.set(output.id, json);
    }
    return { outputs };
  }

  /**
   * What the task returns, as texts in the environment.
   * @param done by index, what `resultOf` returned
   * @returns and the problem with it, as a clause
   */
  texts(
    done: ReadonlyMap<number, ReturnedFields>,
    counts: ItemCounts,
  ): { readonly texts: ReadonlyMap<string, string>; readonly problem: string | undefined } {
    const { task } = this.#options.task;
    const problem = setBlockOutputs(task, this.#fieldsOf(done, counts), this.#frame);
    return { texts: this.#frame.scope.outputTexts.get(task.id) ?? new Map(), problem };
  }

  #fieldsOf(done: ReadonlyMap<number, ReturnedFields>, counts: ItemCounts): ReturnedFields {
    const { loop } = this.#options.separate;
    if (loop === undefined) return done.get(0) ?? new Map();
    const list = (id: string): string =>
      `[${Array.from({ length: this.total }, (_, index) => done.get(index)?.get(id) ?? 'null').join(',')}]`;
    return new Map([
      ...Object.entries(counts).map(([field, count]) => [field, `${count}`] as const),
      ...loop.outputs.map(({ id }) => [id, list(id)] as const),
    ]);
  }

  #frameOf(index: number): Frame {
    const { loop } = this.#options.separate;
    const item = this.#items?.[index];
    if (loop === undefined || item === undefined) return this.#frame;
    return this.#frame.with({ scope: scopeOfItem(loop, item, this.#frame.scope).scope });
  }
}

function declared({ outputSchema }: TaskPlan['task'], returned: ReturnedFields): ReturnedFields {
  return new Map([...returned].filter(([field]) => Object.hasOwn(outputSchema, field)));
}
