import { runSentences } from '../../../language/execution-plan/run-sentences.ts';
import { itemPath } from '../../../language/execution-plan/task-path.ts';
import { setBlockOutputs } from './block-outputs.ts';
import type { BlockTask, RunAll } from './block-task.ts';
import { typedOutput } from './flow-outputs.ts';
import type { Frame } from './frame.ts';
import type { RunState } from './run-state.ts';
import { RunFailure } from './stop-control.ts';

/** Runs tasks again and again until a condition is true. */
export class UntilRun {
  readonly #task: BlockTask<'until'>;
  readonly #state: RunState;
  readonly #runAll: RunAll;

  constructor(task: BlockTask<'until'>, state: RunState, runAll: RunAll) {
    this.#task = task;
    this.#state = state;
    this.#runAll = runAll;
  }

  /** @param maxAttempt passes; undefined without a limit */
  async attempt(frame: Frame, maxAttempt: number | undefined): Promise<void> {
    const { plan, block, path } = this.#task;
    for (let pass = 1; ; pass++) {
      const inner = frame.with({ scope: frame.scope.inner(), path: itemPath(path, `${pass}`) });
      await this.#runAll(block.tasks, inner);
      if (await this.#state.isMet(block.condition, inner)) return this.#takeOutputs(frame, inner);
      if (pass === maxAttempt)
        throw new RunFailure(runSentences.taskFailed(plan.task.id, runSentences.neverTrue(`${pass}`)));
      await this.#rest(frame);
    }
  }

  /** Waits for the next pass. @throws {RunFailure} at the deadline */
  async #rest(frame: Frame): Promise<void> {
    const { clock } = this.#state.ports;
    // Even without a pause, other work has its turn, and virtual time passes.
    const interval = Math.max(1, this.#task.block.interval.seconds * 1000);
    const pause = Math.min(interval, this.#state.timeLeft(frame) ?? interval);
    await frame.stops.during((stop) => clock.sleep(pause, stop));
    this.#state.requireTimeLeft(frame);
  }

  #takeOutputs(frame: Frame, pass: Frame): void {
    const { plan, block } = this.#task;
    const fields = new Map<string, string>();
    for (const output of block.outputs) {
      const { json, problem } = typedOutput(output, pass);
      if (problem !== undefined) throw new RunFailure(problem);
      if (json !== 'null') fields.set(output.id, json);
    }
    const problem = setBlockOutputs(plan.task, fields, frame);
    if (problem !== undefined) throw new RunFailure(runSentences.taskFailed(plan.task.id, problem));
  }
}
