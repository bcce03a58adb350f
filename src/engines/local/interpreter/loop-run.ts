import type { LoopPlan } from '../../../language/execution-plan/flow-plan.ts';
import { runSentences } from '../../../language/execution-plan/run-sentences.ts';
import { itemPath } from '../../../language/execution-plan/task-path.ts';
import type { ItemCounts } from '../../../language/execution-plan/task-state.ts';
import type { NamedTexts } from '../../../store/executions/record/carried-texts.ts';
import { setBlockOutputs } from './block-outputs.ts';
import type { BlockTask, RunAll } from './block-task.ts';
import { runBranches } from './branches.ts';
import { someFailed } from './failed-labels.ts';
import { typedOutput } from './flow-outputs.ts';
import type { Frame } from './frame.ts';
import { scopeOfItem } from './item-scope.ts';
import type { LoopItem } from './loop-item.ts';
import { LoopItems } from './loop-items.ts';
import { flag, numberOf } from './piece-values.ts';
import type { RunState } from './run-state.ts';
import { LimitReached, RunFailure, type StopControl } from './stop-control.ts';

/** JSON by output of an item that has succeeded. */
type ItemOutputs = ReadonlyMap<string, string>;

/** A loop whose items are known. A further attempt runs only those that have not succeeded. */
export class LoopRun {
  readonly #task: BlockTask<'loop'>;
  readonly #state: RunState;
  readonly #runAll: RunAll;
  readonly #items: readonly LoopItem[];
  readonly #concurrency: number;
  readonly #failFast: boolean;
  /** Around the loop. */
  readonly #outer: Frame;
  /** By index. */
  readonly #done = new Map<number, ItemOutputs>();

  #failed = 0;
  /** The first problem with an output of an item. */
  #problem: string | undefined;

  private constructor(
    task: BlockTask<'loop'>,
    items: readonly LoopItem[],
    options: { readonly frame: Frame; readonly state: RunState; readonly runAll: RunAll },
  ) {
    const { plan, block } = task;
    this.#task = task;
    this.#outer = options.frame;
    this.#items = items;
    this.#state = options.state;
    this.#runAll = options.runAll;
    this.#concurrency = numberOf(block.concurrency, plan, options.frame) ?? 1;
    this.#failFast = flag(block.failFast, plan, options.frame);
  }

  /** Evaluates the list of a loop. @throws {RunFailure} for invalid items */
  static begin(task: BlockTask<'loop'>, frame: Frame, state: RunState, runAll: RunAll): LoopRun {
    const { plan, block, path } = task;
    const maxItems = numberOf(block.maxItems, plan, frame);
    const found = new LoopItems(block, frame, { maxItems, mask: state.ports.mask }).read();
    if ('problem' in found) throw new RunFailure(runSentences.taskFailed(plan.task.id, found.problem));
    const loop = new LoopRun(task, found.items, { frame, state, runAll });
    loop.#takeKept();
    state.ports.report.items?.(path, loop.#counts);
    return loop;
  }

  /** Items that an earlier execution has run do not run again. */
  #takeKept(): void {
    const kept = this.#state.begin?.items;
    if (kept === undefined || kept.task !== this.#task.path) return;
    for (const { index, key } of this.#items) {
      const outputs = kept.done.get(key);
      if (outputs !== undefined) this.#done.set(index, outputs);
    }
    this.#state.carried.itemEnded(this, this.#outer);
  }

  get task(): string {
    return this.#task.plan.task.id;
  }

  /** The outputs of the items that have succeeded, by label. */
  done(): NamedTexts {
    return new Map(
      this.#items.flatMap(({ index, key }) => {
        const outputs = this.#done.get(index);
        return outputs === undefined ? [] : [[key, outputs] as const];
      }),
    );
  }

  /** @param frame inside the block */
  async attempt(frame: Frame): Promise<void> {
    const { plan } = this.#task;
    const items = this.#items.filter(({ index }) => !this.#done.has(index));
    if (this.#failed > 0) this.#note(-this.#failed);
    let failed: readonly number[];
    let problem: string | undefined;
    try {
      failed = await this.#runItems(items, frame);
    } finally {
      problem = this.#setOutputs(frame);
    }
    this.#state.requireTimeLeft(frame);
    const limitProblem = this.#state.limitProblem(frame);
    if (limitProblem !== undefined) throw new LimitReached(runSentences.taskFailed(plan.task.id, limitProblem));
    if (failed.length > 0) {
      const labels = failed.map((index) => items[index]?.key ?? '');
      throw new RunFailure(someFailed(plan.task.id, labels, { total: this.#items.length, what: 'items' }));
    }
    problem = this.#problem ?? problem;
    if (problem !== undefined) throw new RunFailure(problem);
    this.#state.carried.loopEnded(this);
  }

  /** @returns the indexes of those that failed */
  async #runItems(items: readonly LoopItem[], frame: Frame): Promise<readonly number[]> {
    const isConcurrent = frame.isConcurrent || (this.#concurrency > 1 && items.length > 1);
    const { block } = this.#task;
    return runBranches(frame.stops, {
      isClosed: () => this.#state.limitProblem(frame) !== undefined || this.#state.timeLeft(frame) === 0,
      count: items.length,
      concurrency: this.#concurrency,
      failFast: this.#failFast,
      clock: this.#state.ports.clock,
      run: async (index, stops) => {
        const item = items[index];
        if (item === undefined) return;
        const run = (branch: Frame): Promise<void> => this.#runItem(item, block, branch);
        const branch = this.#frameOf(item, frame.with({ isConcurrent }), stops);
        await (block.ownWorkspaces ? this.#state.inOwnFolder(branch, run) : run(branch));
      },
    });
  }

  #frameOf(item: LoopItem, frame: Frame, stops: StopControl): Frame {
    const { block, path } = this.#task;
    return frame.with({ scope: scopeOfItem(block, item, frame.scope).scope, path: itemPath(path, item.key), stops });
  }

  async #runItem(item: LoopItem, { tasks, outputs }: LoopPlan, frame: Frame): Promise<void> {
    try {
      await this.#runAll(tasks, frame);
    } catch (error) {
      if (error instanceof RunFailure) this.#note(1);
      throw error;
    }
    const json = new Map<string, string>();
    for (const output of outputs) {
      const typed = typedOutput(output, frame);
      this.#problem ??= typed.problem;
      json.set(output.id, typed.json);
    }
    this.#done.set(item.index, json);
    this.#state.carried.itemEnded(this, this.#outer);
    this.#note(0);
  }

  /** Reports how far the items are. @param failures how many more have failed */
  #note(failures: number): void {
    this.#failed += failures;
    this.#state.ports.report.items?.(this.#task.path, this.#counts);
  }

  get #counts(): ItemCounts {
    return { total: this.#items.length, succeeded: this.#done.size, failed: this.#failed };
  }

  /** Sets the outputs of the loop: lists in the order of the items, and counts. @returns the problem with them */
  #setOutputs(frame: Frame): string | undefined {
    const { plan, block } = this.#task;
    const counts = Object.entries(this.#counts).map(([field, count]) => [field, `${count}`] as const);
    const lists = block.outputs.map(({ id }) => [id, this.#listOf(id)] as const);
    const problem = setBlockOutputs(plan.task, new Map([...counts, ...lists]), frame);
    return problem === undefined ? undefined : runSentences.taskFailed(plan.task.id, problem);
  }

  #listOf(output: string): string {
    return `[${this.#items.map(({ index }) => this.#done.get(index)?.get(output) ?? 'null').join(',')}]`;
  }
}
