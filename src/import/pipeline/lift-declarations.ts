import type { Call, Expression, Statement } from '../groovy/syntax.ts';
import { directiveOf } from './directive-block.ts';
import type { Library } from './pipeline.ts';

/** What the statements of a file declare about the job, and the statements that are left. */
export interface Declarations {
  readonly libraries: readonly Library[];
  readonly parameters: readonly Call[];
  readonly triggers: readonly Call[];
  readonly options: readonly Call[];
  readonly left: readonly Statement[];
}

/**
 * Takes shared libraries (`@Library('x') _`, `library 'x'`) and `properties([...])` out of the statements of a file, because
 * they declare something about the job wherever they stand. Properties that are computed stay where they are.
 */
export function liftDeclarations(statements: readonly Statement[]): Declarations {
  const libraries: Library[] = [];
  const properties: Properties[] = [];
  const left = statements.filter((statement) => {
    const library = readLibrary(statement);
    if (library !== undefined) libraries.push(library);
    const read = readProperties(statement);
    if (read !== undefined) properties.push(read);
    return library === undefined && read === undefined;
  });
  return {
    libraries,
    parameters: properties.flatMap(({ parameters }) => parameters),
    triggers: properties.flatMap(({ triggers }) => triggers),
    options: properties.flatMap(({ options }) => options),
    left,
  };
}

function readLibrary(statement: Statement): Library | undefined {
  const { start, end } = statement;
  if (statement.kind === 'definition' && statement.word === 'annotation' && statement.name === 'Library') {
    return { arguments: statement.arguments, start, end };
  }
  const call = directiveOf(statement);
  return call?.name === 'library' ? { arguments: call.arguments, start, end } : undefined;
}

type Properties = Pick<Declarations, 'parameters' | 'triggers' | 'options'>;

/** Reads `properties([parameters([...]), pipelineTriggers([...]), disableConcurrentBuilds()])`. */
function readProperties(statement: Statement): Properties | undefined {
  const call = directiveOf(statement);
  const items = call?.name === 'properties' ? onlyList(call) : undefined;
  if (items === undefined) return undefined;
  const parameters = items.filter(({ name }) => name === 'parameters').map(onlyList);
  const triggers = items.filter(({ name }) => name === 'pipelineTriggers').map(onlyList);
  const isKnown = [...parameters, ...triggers].every((list) => list !== undefined);
  if (!isKnown) return undefined;
  return {
    parameters: parameters.flat().filter((item) => item !== undefined),
    triggers: triggers.flat().filter((item) => item !== undefined),
    options: items.filter(({ name }) => name !== 'parameters' && name !== 'pipelineTriggers'),
  };
}

/** The items of the only argument, if it is a list of calls. */
function onlyList(call: Call): readonly Call[] | undefined {
  const [argument] = call.arguments;
  if (call.arguments.length !== 1 || argument?.value.kind !== 'list') return undefined;
  const { items } = argument.value;
  return items.every(isPlainCall) ? items : undefined;
}

function isPlainCall(expression: Expression): expression is Call {
  return expression.kind === 'call' && expression.of === undefined;
}
