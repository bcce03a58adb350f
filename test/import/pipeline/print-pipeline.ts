import type { Directives, Pipeline, Stage } from '../../../src/import/pipeline/pipeline.ts';
import { printExpression, printStatements } from '../../../src/import/pipeline/print-tree.ts';

/** A pipeline as lines, without places: what tests compare. */
export function printPipeline(pipeline: Pipeline): string {
  return [
    ...pipeline.libraries.map(
      (library) => `library ${library.arguments.map(({ value }) => printExpression(value)).join()}`,
    ),
    ...directivesOf(pipeline),
    ...pipeline.parameters.map((call) => `parameter ${printExpression(call)}`),
    ...pipeline.triggers.map((call) => `trigger ${printExpression(call)}`),
    ...pipeline.stages.flatMap(stageOf),
    ...(pipeline.steps.length > 0 ? [`steps:\n${printStatements(pipeline.steps)}`] : []),
    ...(pipeline.beside.length > 0 ? [`beside:\n${printStatements(pipeline.beside)}`] : []),
  ].join('\n');
}

function directivesOf(block: Directives): readonly string[] {
  return [
    ...(block.agent ? [printExpression(block.agent)] : []),
    ...block.tools.map((call) => `tool ${printExpression(call)}`),
    ...block.environment.map(({ name, value }) => `${name} = ${printExpression(value)}`),
    ...block.options.map((call) => `option ${printExpression(call)}`),
    ...block.post.flatMap(({ condition, steps }) => [`post ${condition}:`, printStatements(steps)]),
    ...block.unknown.map((statement) => `unknown ${printStatements([statement])}`),
  ];
}

function stageOf(stage: Stage): readonly string[] {
  const { content } = stage;
  const lines = [
    ...directivesOf(stage),
    ...stage.when.map((call) => `when ${printExpression(call)}`),
    ...[stage.input, stage.failFast].flatMap((call) => (call ? [printExpression(call)] : [])),
    content.kind,
    ...(content.kind === 'steps' ? [printStatements(content.steps)] : []),
    ...(content.kind === 'stages' || content.kind === 'parallel' ? content.stages.flatMap(stageOf) : []),
  ];
  if (content.kind === 'matrix') {
    const { axes, excludes, when, stages } = content.matrix;
    lines.push(
      ...axes.map(({ name, values }) => `axis ${name}: ${values.join(', ')}`),
      ...excludes.map((exclude) =>
        exclude.axes
          .map(({ name, isNegated, values }) => `exclude ${name} ${isNegated ? 'not ' : ''}${values.join(', ')}`)
          .join('; '),
      ),
      ...directivesOf(content.matrix),
      ...when.map((call) => `when ${printExpression(call)}`),
      ...stages.flatMap(stageOf),
    );
  }
  return [
    `stage ${printExpression(stage.name)}`,
    ...lines.flatMap((line) => line.split('\n')).map((line) => `  ${line}`),
  ];
}
