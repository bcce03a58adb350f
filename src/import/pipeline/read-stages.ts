import type { Span, Statement } from '../groovy/syntax.ts';
import { bodyOf, DirectiveBlock, directiveOf, literalText } from './directive-block.ts';
import type { Axis, Matrix, Stage, StageContent } from './pipeline.ts';
import { readDirectives, readWhen } from './read-directives.ts';

/** Takes a section of stages, such as `stages` or `parallel`. What is no stage in it becomes unknown in the block around it. */
export function readStages(block: DirectiveBlock, section: 'stages' | 'parallel'): readonly Stage[] | undefined {
  return block.takeSection(section)?.body.flatMap((statement) => {
    const stage = readStage(statement);
    if (stage === undefined) block.keep(statement);
    return stage ?? [];
  });
}

function readStage(statement: Statement): Stage | undefined {
  const call = directiveOf(statement);
  if (call?.name !== 'stage') return undefined;
  const [name, body] = call.arguments;
  if (name === undefined || body?.value.kind !== 'closure' || call.arguments.length > 2) return undefined;
  const block = new DirectiveBlock(body.value.body);
  const directives = readDirectives(block);
  const input = block.take('input');
  const failFast = block.take('failFast');
  return {
    name: name.value,
    ...directives,
    when: readWhen(block),
    ...(input && { input }),
    ...(failFast && { failFast }),
    content: readContent(block),
    unknown: block.unknown(),
    start: statement.start,
    end: statement.end,
  };
}

/** Takes the first of the contents that a stage can have; a stage with several is invalid, and keeps the others as unknown. */
function readContent(block: DirectiveBlock): StageContent {
  const steps = block.takeSection('steps');
  if (steps !== undefined) return { kind: 'steps', steps: steps.body };
  for (const kind of ['stages', 'parallel'] as const) {
    const stages = readStages(block, kind);
    if (stages !== undefined) return { kind, stages };
  }
  const call = block.takeSection('matrix');
  return call === undefined ? { kind: 'steps', steps: [] } : { kind: 'matrix', matrix: readMatrix(call.body, call) };
}

function readMatrix(statements: readonly Statement[], { start, end }: Span): Matrix {
  const block = new DirectiveBlock(statements);
  const directives = readDirectives(block);
  return {
    ...directives,
    axes: readAxes(block),
    excludes: readExcludes(block),
    when: readWhen(block),
    stages: readStages(block, 'stages') ?? [],
    unknown: block.unknown(),
    start,
    end,
  };
}

type ExcludedAxis = Matrix['excludes'][number]['axes'][number];

/** Takes the axes of a matrix. An axis that is not constant becomes unknown. */
function readAxes(block: DirectiveBlock): readonly Axis[] {
  return (block.takeSection('axes')?.body ?? []).flatMap((statement) => {
    const axis = readAxis(statement);
    if (axis !== undefined && !axis.isNegated) {
      const { name, values, start, end } = axis;
      return { name, values, start, end };
    }
    block.keep(statement);
    return [];
  });
}

/** Takes the excludes of a matrix. One that is not constant becomes unknown as a whole. */
function readExcludes(block: DirectiveBlock): Matrix['excludes'] {
  return (block.takeSection('excludes')?.body ?? []).flatMap((statement) => {
    const call = directiveOf(statement);
    const axes = call?.name === 'exclude' ? bodyOf(call)?.body.map(readAxis) : undefined;
    if (axes?.every((axis) => axis !== undefined) === true) {
      return { axes, start: statement.start, end: statement.end };
    }
    block.keep(statement);
    return [];
  });
}

function readAxis(statement: Statement): ExcludedAxis | undefined {
  const call = directiveOf(statement);
  const parts = call?.name === 'axis' ? bodyOf(call)?.body.map(directiveOf) : undefined;
  const [first, second] = parts ?? [];
  const name = first?.name === 'name' ? first : second;
  const values = first?.name === 'name' ? second : first;
  if (parts?.length !== 2 || name?.name !== 'name' || values === undefined) return undefined;
  if (values.name !== 'values' && values.name !== 'notValues') return undefined;
  const title = literalText(name.arguments[0]?.value);
  const texts = values.arguments.map(({ value }) => literalText(value));
  if (title === undefined || !texts.every((text) => text !== undefined)) return undefined;
  const { start, end } = statement;
  return { name: title, values: texts, isNegated: values.name === 'notValues', start, end };
}
