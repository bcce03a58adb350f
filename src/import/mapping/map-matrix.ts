import type { Matrix } from '../pipeline/pipeline.ts';
import type { DraftTask } from './draft-task.ts';
import { importLimits } from './import-budget.ts';
import { mapDirectives } from './map-directives.ts';
import { mapStagePost } from './map-post.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { KnownValue, Scope } from './scope.ts';
import { checkoutOfStage } from './steps/job-checkout.ts';

/** How the stages of a cell are mapped; they can contain another matrix. */
type MapStages = (stages: Matrix['stages'], scope: Scope, mapping: PipelineMapping) => readonly DraftTask[];

/** A matrix: a loop over the combinations of its axes, all at the same time. */
export function mapMatrix(
  matrix: Matrix,
  failFast: boolean,
  scope: Scope,
  mapping: PipelineMapping,
  mapStages: MapStages,
): readonly DraftTask[] {
  if (isTooLarge(matrix)) {
    const why = `it has more than ${importLimits.cells} combinations, which is all that the import computes`;
    return [mapping.byHand(matrix, 'matrix', why, [], true)];
  }
  const id = scope.stageId ?? mapping.taskId('matrix');
  const axes = Object.fromEntries(matrix.axes.map(({ name, values }) => [name, values]));
  const known = matrix.axes.map(({ name, values }): [string, KnownValue] => [
    name,
    {
      text: `{{ items.${id}.${name} }}`,
      operand: `items.${id}.${name}`,
      form: values.every((value) => /^[\w.,:@/+-]+$/.test(value)) ? 'word' : 'text',
    },
  ]);
  const inside: Scope = {
    ...scope,
    depth: scope.depth + 1,
    isConditional: true,
    isParallel: true,
    env: new Map([...scope.env, ...known]),
    taskEnv: new Map([...scope.taskEnv, ...known.map(([name, { text = '' }]) => [name, text] as const)]),
  };
  for (const { start, end, name } of matrix.axes) {
    mapping.report({ start, end, construct: `axis ${name}`, outcome: 'mapped', target: id });
  }
  const excludes = matrix.excludes.flatMap(({ start, end, axes: excluded }) => {
    mapping.report({ start, end, construct: 'exclude', outcome: 'mapped', target: id });
    return combinations(
      excluded.map(({ name, values, isNegated }) => ({
        name,
        values: isNegated ? (axes[name] ?? []).filter((value) => !values.includes(value)) : values,
      })),
    );
  });
  const { common, inside: cell, gates } = mapDirectives(matrix, inside, mapping, false);
  const checkout = checkoutOfStage(matrix, { outer: inside, inside: cell }, mapping);
  const content = [...checkout, ...mapStages(matrix.stages, cell, mapping)];
  const { tasks: after, disabled } = mapStagePost(matrix.post, cell, mapping, content);
  const tasks = [...content, ...after, ...disabled];
  if (tasks.length === 0) return gates(tasks);
  const concurrency = matrix.axes.reduce((product, { values }) => product * values.length, 1);
  const { run_if: condition, worker_group: group, ...rest } = common;
  // The conditions and the agent of a cell can name its axes, so they are those of a block inside.
  const hasInner = condition !== undefined || group !== undefined;
  const body: readonly DraftTask[] = hasInner
    ? [
        {
          id: mapping.taskId(id, 'cell'),
          shape: { kind: 'sequence', tasks },
          common: {
            ...(condition === undefined ? {} : { run_if: condition }),
            ...(group === undefined ? {} : { worker_group: group }),
          },
          comments: [],
          span: matrix,
        },
      ]
    : tasks;
  // A condition could name the axes, which have no values in front of the loop.
  const before = gates(tasks).map((gate) => ({ ...gate, common: {} }));
  return [
    ...before,
    {
      id,
      isReferenced: true,
      shape: {
        kind: 'matrix',
        axes,
        excludes,
        tasks: body,
        concurrency,
        key: matrix.axes.map(({ name }) => `{{ items.${id}.${name} }}`).join('-'),
        ...(failFast ? { failFast } : {}),
      },
      common: rest,
      comments: [],
      span: { start: matrix.start, end: matrix.end },
    },
  ];
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
