import { enumerate, quoteShort } from '../../../base/problem/describe-value.ts';
import type { ProblemCode } from '../../../base/problem/problem-catalogue.ts';
import type { Path } from '../../../base/problem/problem.ts';
import type { Placed } from '../../document/entries.ts';
import { parseTemplate } from '../../expressions/parse-template.ts';
import { referenceText } from '../../expressions/reference.ts';
import { loneReference } from '../../expressions/template.ts';
import { isAssignable } from '../../input-types/input-types.ts';
import { maxBlockDepth, type BlockOutput, type Control } from '../control.ts';
import type { DraftTask } from '../flow-draft.ts';
import { eachTask, type Task } from '../flow.ts';
import { outputsOfBlock } from '../item-fields.ts';
import { durationProblem } from '../read/flow-property-kinds.ts';
import { validateLoop } from './validate-loop.ts';
import type { Validation } from './validation.ts';

/** Checks what the schemas of blocks cannot express (docs/reference/blocks.md). */
export function validateBlocks(validation: Validation): void {
  for (const placed of validation.draft.tasks)
    if (placed.value.type?.block !== undefined) new BlockCheck(placed, validation).check();
}

type Concurrent = Extract<Control, { kind: 'branches' | 'loop' }>;

function bodyTasks({ bodies = [] }: Task): readonly Task[] {
  return bodies.flatMap(({ tasks }) => tasks);
}

class BlockCheck {
  readonly #block: DraftTask;
  readonly #path: Path;
  readonly #validation: Validation;

  constructor({ value, path }: Placed<DraftTask>, validation: Validation) {
    this.#block = value;
    this.#path = path;
    this.#validation = validation;
  }

  check(): void {
    const { task, places } = this.#block;
    if (places.length === maxBlockDepth) {
      const outer = places.map(({ block }) => block.id).join(', ');
      this.#report(
        'invalid-value',
        ['type'],
        `Blocks can be nested at most ${maxBlockDepth} deep; ${quoteShort(task.id)} is inside ${outer}.`,
      );
    }
    const { control } = task;
    if (control === undefined) return;
    const returned = Object.keys(task.outputSchema).filter((field) => !Object.hasOwn(outputsOfBlock(control), field));
    if (returned.length > 0)
      this.#report(
        'conflicting-properties',
        ['outputSchema'],
        'A block has no outputSchema; it returns what its "outputs" declare.',
      );
    if (control.kind === 'branches' || control.kind === 'loop') this.#warnOfExecutors(control);
    if (control.kind === 'until') this.#checkUntil(control);
    if (control.kind === 'loop' || control.kind === 'until') this.#checkOutputs(control);
    if (control.kind === 'loop')
      validateLoop(task, control, {
        validation: this.#validation,
        report: (code, place, message) => this.#report(code, place, message),
      });
  }

  /**
   * The executor of the flow is taken while branches wait for others: as many executions as there are executors would
   * wait for each other.
   */
  #warnOfExecutors({ kind, concurrency = kind === 'loop' ? 1 : undefined }: Concurrent): void {
    const { task } = this.#block;
    if (concurrency === 1) return;
    const elsewhere = [...eachTask(bodyTasks(task))].filter(({ workerGroup }) => workerGroup !== undefined);
    if (elsewhere.length === 0) return;
    const message = `Branches of this block wait for agents of other worker groups (${enumerate(elsewhere.map(({ id }) => id).slice(0, 5))}), while the flow keeps an executor: if all executors are taken by such flows, none of them goes on. Make sure that these groups have agents of their own.`;
    this.#report('block-needs-executors', ['type'], message);
  }

  #checkUntil({ maxAttempt, interval }: Extract<Control, { kind: 'until' }>): void {
    const { task } = this.#block;
    if (maxAttempt === undefined && task.timeout === undefined) {
      const message = 'The block needs "max_attempt" or "timeout"; otherwise it could run forever.';
      this.#validation.problems.push({ code: 'missing-property', message, path: this.#path, at: 'first-key' });
    }
    const problem = interval === undefined ? undefined : durationProblem(interval);
    if (problem !== undefined) this.#report('invalid-duration', ['interval'], `"interval" ${problem}`);
  }

  #checkOutputs(control: Extract<Control, { outputs?: unknown }>): void {
    const seen = new Set<string>(
      control.kind === 'loop' ? Object.keys(outputsOfBlock({ ...control, outputs: [] })) : [],
    );
    for (const [index, output] of (control.outputs ?? []).entries()) {
      if (seen.has(output.id)) {
        const message = `The block already returns ${quoteShort(output.id)}; ids must be unique.`;
        this.#report('duplicate-id', ['outputs', index, 'id'], message);
      }
      seen.add(output.id);
      const problem = this.#typeProblem(output);
      if (problem !== undefined) this.#report('type-mismatch', ['outputs', index, 'value'], problem);
    }
  }

  #typeProblem({ type, value }: BlockOutput): string | undefined {
    const reference = loneReference(parseTemplate(value).template);
    const found = reference && this.#validation.declarations.typeOf(reference);
    if (reference === undefined || found === undefined || reference.root === 'variables') return undefined;
    return isAssignable(found, type)
      ? undefined
      : `The output is of type ${type}, but ${referenceText(reference)} is of type ${found}.`;
  }

  #report(code: ProblemCode, place: Path, message: string): void {
    this.#validation.problems.push({ code, message, path: [...this.#path, ...place] });
  }
}
