import { ownEntry } from '../../../base/text/own-entry.ts';
import type { Matrix } from '../../pipeline/pipeline.ts';
import { checkoutOfStage } from '../agents/checkouts.ts';
import { importLimits } from '../context/import-budget.ts';
import { insideBlock, type Scope } from '../context/job-mapping.ts';
import { formOfItems, referenceTo } from '../context/names.ts';
import { isPlain } from '../drafts/arrange-tasks.ts';
import { draftTask, type DraftTask } from '../drafts/draft-flow.ts';
import { mapDirectives } from './directives.ts';
import { mapStagePost } from './post.ts';

/** How the stages of a cell are mapped; they can contain another matrix. */
type MapStages = (stages: Matrix['stages'], scope: Scope) => readonly DraftTask[];

/** A matrix: a loop over the combinations of its axes, all at the same time. */
export function mapMatrix(matrix: Matrix, failFast: boolean, scope: Scope, mapStages: MapStages): readonly DraftTask[] {
  if (isTooLarge(matrix)) {
    const why = `it has more than ${importLimits.cells} combinations, which is all that the import computes`;
    return [scope.job.byHand.keep(matrix, 'matrix', why, [], true)];
  }
  const { findings } = scope.job;
  const id = scope.stageId ?? scope.job.taskId('matrix');
  const axes = Object.fromEntries(matrix.axes.map(({ name, values }) => [name, values]));
  const known = matrix.axes.map(
    ({ name, values }) => [name, referenceTo(`items.${id}.${name}`, formOfItems(values))] as const,
  );
  const inside: Scope = {
    ...insideBlock(scope),
    isParallel: true,
    env: new Map([...scope.env, ...known]),
    taskEnv: new Map([...scope.taskEnv, ...known.map(([name, { text = '' }]) => [name, text] as const)]),
  };
  for (const axis of matrix.axes) findings.add(axis, `axis ${axis.name}`, { target: id });
  const excludes = matrix.excludes.flatMap((exclude) => {
    findings.add(exclude, 'exclude', { target: id });
    return combinations(
      exclude.axes.map(({ name, values, isNegated }) => ({
        name,
        values: isNegated ? (ownEntry(axes, name) ?? []).filter((value) => !values.includes(value)) : values,
      })),
    );
  });
  const { common, inside: cell, gates } = mapDirectives(matrix, inside, false);
  const checkout = checkoutOfStage(matrix, { outer: inside, inside: cell });
  const content = [...checkout, ...mapStages(matrix.stages, cell)];
  const { tasks: after, disabled } = mapStagePost(matrix.post, cell, content);
  const tasks = [...content, ...after, ...disabled];
  if (tasks.length === 0) return gates(tasks);
  const concurrency = matrix.axes.reduce((product, { values }) => product * values.length, 1);
  const { run_if: condition, worker_group: group, ...rest } = common;
  // The conditions and the agent of a cell can name its axes, so they are those of a block inside.
  const ofCell = {
    ...(condition === undefined ? {} : { run_if: condition }),
    ...(group === undefined ? {} : { worker_group: group }),
  };
  const body = isPlain(ofCell)
    ? tasks
    : [draftTask(scope.job.taskId(id, 'cell'), matrix, { kind: 'sequence', tasks }, ofCell)];
  const shape = {
    kind: 'matrix',
    axes,
    excludes,
    tasks: body,
    concurrency,
    key: known.map(([, { text = '' }]) => text).join('-'),
    ...(failFast ? { failFast } : {}),
  } as const;
  // A condition could name the axes, which have no values in front of the loop.
  const before = gates(tasks).map((gate) => ({ ...gate, common: {} }));
  return [...before, { ...draftTask(id, matrix, shape, rest), isReferenced: true }];
}

/** Whether the axes, or those of the excludes together, have too many combinations. */
function isTooLarge({ axes, excludes }: Matrix): boolean {
  const sizeOfAxis = (name: string) => axes.find((axis) => axis.name === name)?.values.length ?? 0;
  const excluded = excludes.map((exclude) =>
    exclude.axes.reduce(
      (product, { name, values, isNegated }) => product * (isNegated ? sizeOfAxis(name) : values.length),
      1,
    ),
  );
  const cells = axes.reduce((product, { values }) => product * values.length, 1);
  return (
    Math.max(
      cells,
      excluded.reduce((sum, size) => sum + size, 0),
    ) > importLimits.cells
  );
}

/** Every combination of the values, as maps. */
function combinations(
  axes: readonly { readonly name: string; readonly values: readonly string[] }[],
): readonly Readonly<Record<string, string>>[] {
  return axes.reduce<readonly Readonly<Record<string, string>>[]>(
    (all, { name, values }) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}
