import type { Call, Expression, Statement } from '../groovy/syntax.ts';
import { callOfClass } from './call-of-class.ts';
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

/** Blocks whose content always runs, so that what is declared in them holds for the job. */
const plainBlocks = new Set(['node', 'stage', 'timestamps', 'ansiColor', 'timeout', 'podTemplate', 'withEnv', 'wrap']);

/**
 * Takes shared libraries (`@Library('x') _`, `library 'x'`) and `properties([...])` out of the statements of a file, because
 * they declare something about the job wherever they stand. Properties that are computed, or set only under a condition,
 * stay where they are.
 */
export function liftDeclarations(statements: readonly Statement[]): Declarations {
  const lifted: Omit<Declarations, 'left'>[] = [];
  const leftOf = (list: readonly Statement[]): readonly Statement[] =>
    list.flatMap((statement) => {
      const declaration = readLibrary(statement) ?? readProperties(statement);
      if (declaration === undefined) return withBody(statement, leftOf);
      lifted.push({ ...nothing, ...declaration });
      return [];
    });
  const left = leftOf(statements);
  return {
    libraries: lifted.flatMap(({ libraries }) => libraries),
    parameters: lifted.flatMap(({ parameters }) => parameters),
    triggers: lifted.flatMap(({ triggers }) => triggers),
    options: lifted.flatMap(({ options }) => options),
    left,
  };
}

const nothing = { libraries: [], parameters: [], triggers: [], options: [] };

/** The statement with a changed body, if it is a block whose content always runs. */
function withBody(statement: Statement, change: (body: readonly Statement[]) => readonly Statement[]): Statement {
  const call = directiveOf(statement);
  const last = call?.arguments.at(-1);
  if (call === undefined || last?.value.kind !== 'closure' || !plainBlocks.has(call.name)) return statement;
  const closure = { ...last, value: { ...last.value, body: change(last.value.body) } };
  const expression: Call = { ...call, arguments: [...call.arguments.slice(0, -1), closure] };
  return { kind: 'expression', expression, start: statement.start, end: statement.end };
}

function readLibrary(statement: Statement): Pick<Declarations, 'libraries'> | undefined {
  const { start, end } = statement;
  if (statement.kind === 'definition' && statement.word === 'annotation' && statement.name === 'Library') {
    return { libraries: [{ arguments: statement.arguments, start, end }] };
  }
  const call = directiveOf(statement);
  return call?.name === 'library' ? { libraries: [{ arguments: call.arguments, start, end }] } : undefined;
}

/** Reads `properties([parameters([...]), pipelineTriggers([...]), disableConcurrentBuilds()])`. */
function readProperties(statement: Statement): Omit<Declarations, 'left' | 'libraries'> | undefined {
  const call = directiveOf(statement);
  const items = call?.name === 'properties' ? onlyList(call) : undefined;
  if (items === undefined) return undefined;
  const parameters = items.filter(({ name }) => name === 'parameters').map(onlyList);
  const triggers = items.filter(({ name }) => name === 'pipelineTriggers').map(onlyList);
  const isConstant = [...parameters, ...triggers].every((list) => list !== undefined);
  if (!isConstant) return undefined;
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
  const items = argument.value.items.map(asCall);
  return items.every((item) => item !== undefined) ? items : undefined;
}

function asCall(expression: Expression): Call | undefined {
  if (expression.kind === 'call' && expression.of === undefined) return expression;
  return callOfClass(expression);
}
