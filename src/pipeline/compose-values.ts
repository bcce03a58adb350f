import type { TypeOf } from '../expression/condition-kind.ts';
import { parseTemplate } from '../expression/parse-template.ts';
import { inputVariable } from '../expression/reference.ts';
import type { Check, Flow, Output, Variable } from '../flow/flow.ts';
import { variablesWithRosbag } from '../flow/rosbag-variables.ts';
import { emitCondition } from '../groovy/emit-condition.ts';
import { groovy, joinGroovy, type GroovyCode } from '../groovy/groovy-code.ts';
import { templateMessage } from '../groovy/groovy-message.ts';
import { groovyArguments, groovyBoolean, groovyList, groovyName, groovyNumber, groovyString } from '../groovy/quote.ts';
import type { Input } from '../input/input.ts';
import { environmentText } from '../input/value-text.ts';

/** How many statements one generated method holds; a method of many more would be too large for the JVM. */
export const statementsPerMethod = 50;

/** The methods that give a flow's inputs and variables their values and evaluate its checks when it begins. */
export function composeValues(flow: Flow, number: number, prefix: string, typeOf: TypeOf): readonly GroovyCode[] {
  const statements = [
    ...inDependencyOrder(flow.inputs).map((input) => readInput(input, typeOf)),
    ...variablesWithRosbag(flow, prefix).map(setVariable),
    ...flow.checks.map((check) => checkStatement(check, typeOf)),
  ];
  const groups = chunks(statements, statementsPerMethod);
  const all = groovyName(`flow_${number}_values`);
  if (groups.length <= 1) return groups.map((group) => valuesMethod(all, group));
  const names = groups.map((_, index) => groovyName(`flow_${number}_values_${index + 1}`));
  const calls = names.map((name) => ({ code: groovy`${name}()`, names: [] }));
  return [...groups.map((group, index) => valuesMethod(names[index]!, group)), valuesMethod(all, calls)];
}

/** The method that returns the flow's outputs, each in its declared type. */
export function composeOutputs(outputs: readonly Output[], number: number): readonly GroovyCode[] {
  if (outputs.length === 0) return [];
  const messages = outputs.map((output) => templateMessage(output.value));
  const entries = outputs.map(({ id, type }, index) => {
    const name = groovyString(id);
    return groovy`    ${name}: outputValue(${name}, ${groovyString(type)}, ${messages[index]!.code}),`;
  });
  const locals = declaredNames(messages.flatMap((message) => message.names), new Set());
  const head = groovy`@NonCPS\nMap ${groovyName(`flow_${number}_outputs`)}() {`;
  return [joinGroovy([head, ...locals, groovy`  return [`, ...entries, groovy`  ]`, groovy`}`], '\n')];
}

/** A statement, and the environment variables that must be declared before it. */
interface Statement {
  readonly code: GroovyCode;
  readonly names: readonly string[];
}

function readInput(input: Input, typeOf: TypeOf): Statement {
  const entries: Record<string, GroovyCode | undefined> = {
    id: groovyString(input.id),
    name: groovyString(inputVariable(input.id)),
    type: groovyString(input.type),
    required: groovyBoolean(input.required && input.defaults === undefined),
    default: input.defaults === undefined ? undefined : groovyString(environmentText(input, input.defaults)),
    visible: input.dependsOn === undefined ? undefined : emitCondition(input.dependsOn.condition, typeOf),
  };
  if (input.type === 'INT' || input.type === 'FLOAT') {
    entries.min = input.constraints.min === undefined ? undefined : groovyNumber(input.constraints.min);
    entries.max = input.constraints.max === undefined ? undefined : groovyNumber(input.constraints.max);
  }
  if (input.type === 'ENUM' || input.type === 'MULTISELECT') {
    entries.values = groovyList(input.constraints.values.map(groovyString));
  }
  return { code: groovy`readInput(${groovyArguments(entries)})`, names: [] };
}

function setVariable(variable: Variable): Statement {
  const message = templateMessage(variable.value);
  return { code: groovy`setVariable(${groovyString(variable.name)}, ${message.code})`, names: message.names };
}

function checkStatement(check: Check, typeOf: TypeOf): Statement {
  const blocks = groovyBoolean(check.behavior !== 'CREATE_EXECUTION');
  const holds = emitCondition(check.condition.condition, typeOf);
  const message = templateMessage(parseTemplate(check.message).template);
  return { code: groovy`check(${holds}, ${blocks}, ${message.code})`, names: message.names };
}

function valuesMethod(name: GroovyCode, statements: readonly Statement[]): GroovyCode {
  const declared = new Set<string>();
  const lines = statements.flatMap(({ code, names }) => [...declaredNames(names, declared), groovy`  ${code}`]);
  return joinGroovy([groovy`@NonCPS\nvoid ${name}() {`, ...lines, groovy`}`], '\n');
}

/** Declarations of the names that are not declared yet. */
function declaredNames(names: readonly string[], declared: Set<string>): GroovyCode[] {
  const fresh = [...new Set(names)].filter((name) => !declared.has(name));
  for (const name of fresh) declared.add(name);
  return fresh.map((name) => groovy`  String ${groovyName(name)} = value(${groovyString(name)})`);
}

/** Inputs in document order, but each behind those its condition asks for. */
function inDependencyOrder(inputs: readonly Input[]): readonly Input[] {
  const byId = new Map(inputs.map((input) => [input.id, input]));
  const ordered = new Set<Input>();
  const visit = (input: Input): void => {
    if (ordered.has(input)) return;
    for (const id of input.dependsOn?.inputs ?? []) {
      const needed = byId.get(id);
      if (needed !== undefined) visit(needed);
    }
    ordered.add(input);
  };
  for (const input of inputs) visit(input);
  return [...ordered];
}

/** A list cut into pieces of at most `size`. */
export function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}
