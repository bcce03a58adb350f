import { parseGroovy } from '../groovy/parse-groovy.ts';
import type { GroovyFile, Statement } from '../groovy/syntax.ts';
import { bodyOf, DirectiveBlock, directiveOf } from './directive-block.ts';
import { liftDeclarations } from './lift-declarations.ts';
import type { Library, Pipeline } from './pipeline.ts';
import { readDirectives } from './read-directives.ts';
import { readStages } from './read-stages.ts';

/** Reads a Jenkinsfile. What the parser cannot read is in `file.problems`, and the rest is read all the same. */
export function readPipeline(text: string): Pipeline {
  return readPipelineOf(parseGroovy(text));
}

export function readPipelineOf(file: GroovyFile): Pipeline {
  return pipelineBlockOf(file) === undefined ? readScripted(file) : readDeclarative(file);
}

/** Reads a file with a `pipeline { ... }` block. @throws if it has none: see {@link pipelineBlockOf} */
export function readDeclarative(file: GroovyFile): Pipeline {
  const root = pipelineBlockOf(file);
  const body = root && bodyOfStatement(root);
  if (body === undefined) throw new Error('The file has no pipeline block.');
  const around = liftDeclarations(file.statements.filter((statement) => statement !== root));
  const block = new DirectiveBlock(body);
  const directives = readDirectives(block);
  return {
    kind: 'declarative',
    file,
    libraries: [...around.libraries, ...readLibraries(block)].toSorted((one, other) => one.start - other.start),
    ...directives,
    options: [...around.options, ...directives.options],
    parameters: [...around.parameters, ...block.takeCalls('parameters')],
    triggers: [...around.triggers, ...block.takeCalls('triggers')],
    stages: readStages(block, 'stages') ?? [],
    steps: [],
    beside: around.left,
    unknown: [...around.unknown, ...block.unknown()],
  };
}

/** The `pipeline { ... }` block at the top of a file. One inside an `if` or a function is part of a script. */
export function pipelineBlockOf(file: GroovyFile): Statement | undefined {
  return file.statements.find((statement) => bodyOfStatement(statement) !== undefined);
}

function bodyOfStatement(statement: Statement): readonly Statement[] | undefined {
  const call = directiveOf(statement);
  return call?.name === 'pipeline' ? bodyOf(call)?.body : undefined;
}

/** Takes `libraries { lib('tools@1.2') }`. */
function readLibraries(block: DirectiveBlock): readonly Library[] {
  return (block.takeSection('libraries')?.body ?? []).flatMap((statement) => {
    const call = directiveOf(statement);
    if (call?.name === 'lib') return { arguments: call.arguments, start: statement.start, end: statement.end };
    block.keep(statement);
    return [];
  });
}

/** Reads a scripted pipeline: its steps are the statements of the file, except for what they declare about the job. */
export function readScripted(file: GroovyFile): Pipeline {
  const { left, ...declarations } = liftDeclarations(file.statements);
  return {
    kind: 'scripted',
    file,
    ...declarations,
    tools: [],
    environment: [],
    post: [],
    stages: [],
    steps: left,
    beside: [],
  };
}
