import { callAt } from '../groovy/make-tree.ts';
import type { Call, Span } from '../groovy/syntax.ts';
import { alignSteps, nameOfStage, pairs, textsOf } from './align-model.ts';
import { fieldsOf, listOf, textOf, type Fields } from './model-calls.ts';
import type { Matrix, Stage, StageContent } from './pipeline.ts';
import { readModelDirectives, readModelInput, readModelWhen } from './read-model-directives.ts';

/** Builds stages; `at` is the place of the stage or pipeline around them. */
export function readModelStages(models: readonly Fields[], read: readonly Stage[], at: Span): readonly Stage[] {
  return pairs(
    models,
    read,
    ({ name }) => name,
    ({ name }) => nameOfStage(name),
  ).map(([model, stage]) => readStage(model, stage, stage ?? at));
}

function readStage(model: Fields, read: Stage | undefined, at: Span): Stage {
  const { start, end } = at;
  const input = readModelInput(model, read?.input, at);
  const failFast = failFastFrom(model, read, at);
  return {
    name: read?.name ?? { kind: 'literal', value: textOf(model['name']), start, end },
    ...readModelDirectives(model, read, at),
    when: readModelWhen(model, read?.when ?? [], at),
    ...(input && { input }),
    ...(failFast && { failFast }),
    content: readContent(model, read?.content, at),
    start,
    end,
  };
}

/** The model does not know `failFast false`, and has that of a `parallel` step beside its branches. */
function failFastFrom(model: Fields, read: Stage | undefined, at: Span): Call | undefined {
  if (model['failFast'] !== true || 'branches' in model) return read?.failFast;
  return read?.failFast ?? callAt(at, 'failFast', {}, true);
}

function readContent(model: Fields, read: StageContent | undefined, at: Span): StageContent {
  for (const kind of ['stages', 'parallel'] as const) {
    if (!(kind in model)) continue;
    const stages = read?.kind === kind ? read.stages : [];
    return { kind, stages: readModelStages(listOf(model[kind]), stages, at) };
  }
  if ('matrix' in model) {
    const matrix = read?.kind === 'matrix' ? read.matrix : undefined;
    return { kind: 'matrix', matrix: readMatrix(fieldsOf(model['matrix']), matrix, matrix ?? at) };
  }
  const steps = read?.kind === 'steps' ? read.steps : [];
  const branches = listOf(model['branches']);
  const [branch] = branches;
  const isPlain = branches.length === 1 && branch?.['name'] === 'default';
  return {
    kind: 'steps',
    steps: alignSteps(isPlain ? listOf(branch?.['steps']) : [parallelFrom(branches, model)], steps, at),
  };
}

/** The step `parallel`, whose branches the model has instead of the step. */
function parallelFrom(branches: readonly Fields[], model: Fields): Fields {
  const closures = branches.map(({ name, steps }) => ({ key: name, children: steps }));
  const failFast = { key: 'failFast', value: { isLiteral: true, value: true } };
  return { name: 'parallel', arguments: [...closures, ...(model['failFast'] === true ? [failFast] : [])] };
}

function readMatrix(model: Fields, read: Matrix | undefined, at: Span): Matrix {
  const { start, end } = at;
  return {
    ...readModelDirectives(model, read, at),
    axes: listOf(model['axes']).map((axis, index) => axisFrom(axis, read?.axes[index] ?? at)),
    excludes: (Array.isArray(model['excludes']) ? model['excludes'] : []).map((exclude: unknown, index) => {
      const own = read?.excludes[index];
      const axes = listOf(exclude).map((axis, place) => ({
        ...axisFrom(axis, own?.axes[place] ?? own ?? at),
        isNegated: axis['inverse'] === true,
      }));
      return { axes, start: own?.start ?? start, end: own?.end ?? end };
    }),
    when: readModelWhen(model, read?.when ?? [], at),
    stages: readModelStages(listOf(model['stages']), read?.stages ?? [], at),
    start,
    end,
  };
}

function axisFrom(model: Fields, { start, end }: Span): Matrix['axes'][number] {
  return { name: textOf(model['name']), values: textsOf(listOf(model['values'])), start, end };
}
