import type { Span, Statement } from '../groovy/syntax.ts';
import { DirectiveBlock, directiveOf } from './directive-block.ts';
import type { Matrix, Stage, StageContent } from './pipeline.ts';
import { readAxes, readExcludes } from './read-axes.ts';
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
