import { ownEntry } from '../../base/text/own-entry.ts';
import type { Argument, Call, Entry, Expression, Statement } from '../groovy/syntax.ts';
import { simpleName } from './config-element.ts';
import { directiveOf } from './directive-block.ts';
import type { Library } from './pipeline.ts';

/** What the statements of a file declare about the job, and the statements that are left. */
interface Declarations {
  readonly libraries: readonly Library[];
  readonly parameters: readonly Call[];
  readonly triggers: readonly Call[];
  readonly options: readonly Call[];
  /** Computed parts of `properties`. */
  readonly unknown: readonly Statement[];
  readonly left: readonly Statement[];
}

/** Blocks whose content always runs, so that what is declared in them holds for the job. */
const plainBlocks = new Set(['node', 'stage', 'timestamps', 'ansiColor', 'timeout', 'podTemplate', 'withEnv', 'wrap']);

/**
 * Takes shared libraries (`@Library('x') _`, `library 'x'`) and `properties([...])` out of the statements of a file, because
 * they declare something about the job wherever they stand. A list of properties that is computed, or set
 * only under a condition, stays where it is.
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
    unknown: lifted.flatMap(({ unknown }) => unknown),
    left,
  };
}

const nothing = { libraries: [], parameters: [], triggers: [], options: [], unknown: [] };

/** The statement with a changed body, if it is a block whose content always runs. */
function withBody(statement: Statement, change: (body: readonly Statement[]) => readonly Statement[]): Statement {
  const call = directiveOf(statement);
  const last = call?.arguments.at(-1);
  if (call === undefined || last?.value.kind !== 'closure' || !plainBlocks.has(call.name)) return statement;
  const closure = { ...last, value: { ...last.value, body: change(last.value.body) } };
  const expression: Call = { ...call, arguments: [...call.arguments.slice(0, -1), closure] };
  return { kind: 'expression', expression, start: statement.start, end: statement.end };
}

function readLibrary(statement: Statement): Partial<Declarations> | undefined {
  const { start, end } = statement;
  if (statement.kind === 'definition' && statement.word === 'annotation' && statement.name === 'Library') {
    return { libraries: [{ arguments: statement.arguments, start, end }] };
  }
  const call = directiveOf(statement);
  return call?.name === 'library' ? { libraries: [{ arguments: call.arguments, start, end }] } : undefined;
}

/**
 * Reads `properties([parameters([...]), pipelineTriggers([...]), disableConcurrentBuilds()])`. Items that are computed are
 * unknown; undefined if the list itself is computed.
 */
function readProperties(statement: Statement): Partial<Declarations> | undefined {
  const call = directiveOf(statement);
  const items = call?.name === 'properties' ? onlyList(call) : undefined;
  if (items === undefined) return undefined;
  const read = { parameters: [] as Call[], triggers: [] as Call[], options: [] as Call[], unknown: [] as Statement[] };
  const add = (list: readonly Expression[], to: Call[]): void => {
    for (const item of list) {
      const itemCall = asCall(item);
      if (itemCall !== undefined) to.push(itemCall);
      else read.unknown.push({ kind: 'expression', expression: item, start: item.start, end: item.end });
    }
  };
  for (const item of items) {
    const property = asCall(item);
    const isList = property?.name === 'parameters' || property?.name === 'pipelineTriggers';
    const list = property && isList ? onlyList(property) : undefined;
    if (list !== undefined) add(list, property?.name === 'parameters' ? read.parameters : read.triggers);
    else if (isList) read.unknown.push({ kind: 'expression', expression: item, start: item.start, end: item.end });
    else add([item], read.options);
  }
  return read;
}

/** The items of the only argument, if it is a list. */
function onlyList(call: Call): readonly Expression[] | undefined {
  const [argument] = call.arguments;
  return call.arguments.length === 1 && argument?.value.kind === 'list' ? argument.value.items : undefined;
}

function asCall(expression: Expression): Call | undefined {
  if (expression.kind === 'call' && expression.of === undefined) return expression;
  return callOfClass(expression);
}

/** The words of pipelines for classes that were written before the words existed. */
const words: Readonly<Record<string, string>> = {
  StringParameterDefinition: 'string',
  TextParameterDefinition: 'text',
  BooleanParameterDefinition: 'booleanParam',
  ChoiceParameterDefinition: 'choice',
  PasswordParameterDefinition: 'password',
  FileParameterDefinition: 'file',
  CredentialsParameterDefinition: 'credentials',
  TimerTrigger: 'cron',
  SCMTrigger: 'pollSCM',
  LogRotator: 'logRotator',
  BuildDiscarderProperty: 'buildDiscarder',
  DisableConcurrentBuildsJobProperty: 'disableConcurrentBuilds',
  ParametersDefinitionProperty: 'parameters',
  PipelineTriggersJobProperty: 'pipelineTriggers',
};

/** Arguments that the words take without a name. */
const unnamed: Readonly<Record<string, string>> = {
  cron: 'spec',
  pollSCM: 'scmpoll_spec',
  buildDiscarder: 'strategy',
  parameters: 'parameterDefinitions',
  pipelineTriggers: 'triggers',
};

/**
 * Reads `[$class: 'StringParameterDefinition', name: 'x']` as `string(name: 'x')`; a class without a word as a call with its
 * name. Undefined if the expression is something else, or has computed keys.
 */
function callOfClass(expression: Expression): Call | undefined {
  if (expression.kind !== 'map') return undefined;
  const entries = expression.entries.map(readEntry);
  if (!entries.every((entry) => entry !== undefined)) return undefined;
  const type = entries.find(({ name }) => name === '$class')?.value;
  if (type?.kind !== 'literal' || typeof type.value !== 'string') return undefined;
  const className = simpleName(type.value);
  const name = ownEntry(words, className) ?? className;
  const named = entries.filter((entry) => entry.name !== '$class');
  const list = named.map((argument) =>
    argument.name === ownEntry(unnamed, name) ? { value: argument.value } : argument,
  );
  return { kind: 'call', name, arguments: list, start: expression.start, end: expression.end };
}

function readEntry({ key, value }: Entry): Argument | undefined {
  if (key.kind !== 'literal' || typeof key.value !== 'string') return undefined;
  return { name: key.value, value: callOfClass(value) ?? value };
}
