import { defaultFile, type DefaultFile } from '../../../language/execution-plan/default-file.ts';
import { passedName } from '../../../language/execution-plan/passed-name.ts';
import type { TypeOf } from '../../../language/expressions/condition-kind.ts';
import { namesOfInput } from '../../../language/expressions/reference.ts';
import type { Check, Flow, Output, Variable } from '../../../language/flow/flow.ts';
import { groovy, joinGroovy, type GroovyCode } from '../../../language/groovy/groovy-code.ts';
import {
  groovyArguments,
  groovyBoolean,
  groovyMap,
  groovyName,
  groovyNumber,
  groovyString,
} from '../../../language/groovy/quote.ts';
import type { RuntimeCalls } from '../../../language/groovy/runtime-calls.ts';
import { inDependencyOrder } from '../../../language/inputs/in-dependency-order.ts';
import { isFile, isSecret, typeOf as typeOfInput, type Input } from '../../../language/inputs/input.ts';
import { environmentText } from '../../../language/inputs/text-conversion.ts';
import { templateMessage, type GroovyWithNames } from '../../../language/task-types/groovy-message.ts';
import { hasPlainDefault, isNeededInBuild } from './compose-parameters.ts';
import { emitCondition } from './emit-condition.ts';
import { emitTextFacts } from './emit-text-rule.ts';

/** The max number of statements in a generated method; a method with many more would be too large for the JVM. */
const statementsPerMethod = 50;

/** Everything, apart from the flow itself, that its values depend on. */
export interface ValuesPlace {
  /** The number of the flow in its Jenkinsfile; 1 is the outermost flow. */
  readonly number: number;
  readonly typeOf: TypeOf;
  readonly runtime: RuntimeCalls;
  /** The parameters for the plain-text defaults of secret inputs, by input id; only of a called flow. */
  readonly defaultParameters: ReadonlyMap<string, string>;
}

/** The methods that set a flow's inputs and variables and evaluate its checks when it starts. */
export function composeValues(flow: Flow, place: ValuesPlace): readonly GroovyCode[] {
  const { number, runtime } = place;
  const statements = [
    ...inDependencyOrder(flow.inputs).flatMap((input) => [readInput(input, place), ...nameAlso(input, runtime)]),
    ...flow.variables.map((variable) => setVariable(variable, runtime)),
    ...flow.checks.map((check) => checkStatement(check, place)),
  ];
  const groups = chunks(statements, statementsPerMethod);
  const all = groovyName(`flow_${number}_values`);
  if (groups.length <= 1) return groups.map((group) => valuesMethod(all, group, runtime));
  const names = groups.map((_, index) => groovyName(`flow_${number}_values_${index + 1}`));
  const calls = names.map((name) => ({ code: groovy`${name}(frame)`, names: [] }));
  return [
    ...groups.map((group, index) => valuesMethod(names[index]!, group, runtime)),
    valuesMethod(all, calls, runtime),
  ];
}

/** The method that returns outputs of a flow or block, each in its declared type. @param name of the method */
export function composeOutputs(
  outputs: readonly Output[],
  { name: method, runtime }: { readonly name: GroovyCode; readonly runtime: RuntimeCalls },
): readonly GroovyCode[] {
  if (outputs.length === 0) return [];
  const messages = outputs.map((output) => {
    const name = passedName(output);
    return name === undefined
      ? templateMessage(output.value, 'local', runtime)
      : { code: runtime.callInFrame('passed', groovyString(name)), names: [] };
  });
  const entries = outputs.map(({ id, type }, index) => {
    const name = groovyString(id);
    return groovy`    ${name}: ${runtime.callInFrame('outputValue', name, groovyString(type), messages[index]!.code)},`;
  });
  const locals = declaredNames(
    messages.flatMap((message) => message.names),
    new Set(),
    runtime,
  );
  const head = groovy`@NonCPS\nMap ${method}(Map frame) {`;
  return [joinGroovy([head, ...locals, groovy`  return [`, ...entries, groovy`  ]`, groovy`}`], '\n')];
}

function readInput(input: Input, { number, typeOf, runtime, defaultParameters }: ValuesPlace): GroovyWithNames {
  const isShown = input.defaults !== undefined && !isSecret(input);
  const names = namesOfInput(input.id);
  const entries: Record<string, GroovyCode | undefined> = {
    id: groovyString(input.id),
    name: groovyString(names.name),
    typedAs: names.parameter === names.name || isSecret(input) ? undefined : groovyString(names.parameter),
    type: groovyString(input.type),
    required: groovyBoolean(isNeededInBuild(input)),
    default: isShown ? groovyString(environmentText(input, input.defaults)) : undefined,
    visible: input.dependsOn === undefined ? undefined : emitCondition(input.dependsOn.condition, typeOf, runtime),
  };
  if (hasPlainDefault(input)) {
    const parameter = defaultParameters.get(input.id);
    entries.hiddenDefault = groovyBoolean(true);
    entries.parameter = parameter === undefined ? undefined : groovyString(parameter);
  }
  if (isFile(input) && typeof input.defaults === 'string')
    entries.file = fileSettings(defaultFile(input, input.defaults, number));
  Object.assign(entries, emitTextFacts(typeOfInput(input).build.facts?.(input.constraints) ?? {}));
  return { code: runtime.callInFrame('readInput', groovyArguments(entries)), names: [] };
}

/** The statement that sets the second name of an input, if there is one. */
function nameAlso({ id }: Input, runtime: RuntimeCalls): readonly GroovyWithNames[] {
  const { name, also } = namesOfInput(id);
  if (also === undefined) return [];
  return [{ code: runtime.callInFrame('nameAlso', groovyString(name), groovyString(also)), names: [] }];
}

/** The properties of a file that the build downloads itself. */
function fileSettings({ filename, path, maxSize, extensions }: DefaultFile): GroovyCode {
  return groovyMap({
    filename: groovyString(filename),
    path: groovyString(path),
    maxSize: maxSize === undefined ? undefined : groovyNumber(maxSize),
    extensions: extensions === undefined ? undefined : groovyString(extensions.join(' ')),
  });
}

function setVariable(variable: Variable, runtime: RuntimeCalls): GroovyWithNames {
  const message = templateMessage(variable.value, 'local', runtime);
  return { code: runtime.callInFrame('setVariable', groovyString(variable.name), message.code), names: message.names };
}

function checkStatement(check: Check, { typeOf, runtime }: Pick<ValuesPlace, 'typeOf' | 'runtime'>): GroovyWithNames {
  const blocks = groovyBoolean(check.behavior !== 'CREATE_EXECUTION');
  const isMet = emitCondition(check.condition.condition, typeOf, runtime);
  const message = templateMessage(check.messageTemplate, 'local', runtime);
  return { code: runtime.callInFrame('check', isMet, blocks, message.code), names: message.names };
}

function valuesMethod(name: GroovyCode, statements: readonly GroovyWithNames[], runtime: RuntimeCalls): GroovyCode {
  const declared = new Set<string>();
  const lines = statements.flatMap(({ code, names }) => [
    ...declaredNames(names, declared, runtime),
    groovy`  ${code}`,
  ]);
  return joinGroovy([groovy`@NonCPS\nvoid ${name}(Map frame) {`, ...lines, groovy`}`], '\n');
}

/** Declarations of the names that are not declared yet. */
function declaredNames(names: readonly string[], declared: Set<string>, runtime: RuntimeCalls): GroovyCode[] {
  const fresh = [...new Set(names)].filter((name) => !declared.has(name));
  for (const name of fresh) declared.add(name);
  return fresh.map(
    (name) => groovy`  String ${groovyName(name)} = ${runtime.callInFrame('value', groovyString(name))}`,
  );
}

/** A list split into parts of at most `size` items. */
export function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
