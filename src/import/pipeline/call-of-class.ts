import type { Argument, Call, Entry, Expression } from '../groovy/syntax.ts';
import { simpleName } from './class-name.ts';

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
export function callOfClass(expression: Expression): Call | undefined {
  if (expression.kind !== 'map') return undefined;
  const entries = expression.entries.map(readEntry);
  if (!entries.every((entry) => entry !== undefined)) return undefined;
  const type = entries.find(({ name }) => name === '$class')?.value;
  if (type?.kind !== 'literal' || typeof type.value !== 'string') return undefined;
  const className = simpleName(type.value);
  const name = words[className] ?? className;
  const named = entries.filter((entry) => entry.name !== '$class');
  const list = named.map((argument) => (argument.name === unnamed[name] ? { value: argument.value } : argument));
  return { kind: 'call', name, arguments: list, start: expression.start, end: expression.end };
}

function readEntry({ key, value }: Entry): Argument | undefined {
  if (key.kind !== 'literal' || typeof key.value !== 'string') return undefined;
  return { name: key.value, value: callOfClass(value) ?? value };
}
