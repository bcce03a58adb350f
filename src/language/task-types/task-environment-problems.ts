import { quoteShort } from '../../base/problem/describe-value.ts';
import type { Path, Problem } from '../../base/problem/problem.ts';
import { jsonPointer } from '../../base/text/json-pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { environmentName, referenceText } from '../expressions/reference.ts';
import { templateReferences } from '../expressions/references-of.ts';
import { environmentNameSyntax } from '../expressions/reserved-names.ts';
import { systemNameProblem } from '../expressions/system-name-problem.ts';
import type { TextProperty } from '../flow/task-types.ts';
import type { PropertySchema } from './property-schema.ts';

/**
 * The paths of the maps whose keys are names of environment variables, by the schema (docs/reference/flows.md). Most
 * types have one; it is looked up once for all tasks of a type.
 */
export function environmentMaps(schema: PropertySchema, path: readonly string[] = []): readonly (readonly string[])[] {
  const inner = [...schema.properties].flatMap(([key, property]) => environmentMaps(property, [...path, key]));
  return schema.environmentNames ? [path, ...inner] : inner;
}

/** The paths of keys that name environment variables of a task. */
export function environmentNamePaths(
  properties: JsonObject,
  maps: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  return maps.flatMap((path) => Object.keys(mapAt(properties, path)).map((name) => [...path, name]));
}

/** Reports names that an environment variable cannot have, or whose value the shell may replace. */
export function environmentNameProblems(names: readonly (readonly string[])[]): Problem[] {
  return names.flatMap((path) => nameProblems(path.at(-1) ?? '', path));
}

function mapAt(properties: JsonObject, path: readonly string[]): JsonObject {
  let found: JsonValue = properties;
  for (const key of path) found = (isJsonObject(found) ? found[key] : undefined) ?? null;
  return isJsonObject(found) ? found : {};
}

function nameProblems(name: string, path: Path): Problem[] {
  if (!environmentNameSyntax.test(name)) {
    const message = `${quoteShort(name)} is not a valid name of an environment variable; it must consist of letters, digits and "_", and must not start with a digit.`;
    return [{ code: 'invalid-name', message, path, at: 'key' }];
  }
  const problem = systemNameProblem(name);
  return problem === undefined ? [] : [{ ...problem, path, at: 'key' }];
}

/**
 * Reports variables of a task's own environment with the name of a value that the task refers to after them: the
 * reference becomes `${NAME}`, and would be the task's variable. A variable with exactly that value changes nothing.
 * Variables are set in order; `outputFiles` are evaluated by Jenkins, which does not know the task's environment.
 * @param ownNames the paths of those variables
 */
export function shadowingProblems(texts: readonly TextProperty[], ownNames: readonly Path[]): Problem[] {
  const names = new Set(ownNames.map(jsonPointer));
  const variables = texts.filter(({ path }) => names.has(jsonPointer(path)));
  const places = new Map(variables.map((variable, index) => [variable, index]));
  const usesOf = new Map<string, Use[]>();
  for (const use of texts.flatMap(usesIn)) {
    const known = usesOf.get(use.name);
    if (known === undefined) usesOf.set(use.name, [use]);
    else known.push(use);
  }
  return variables.flatMap((variable, index) => {
    const name = String(variable.path.at(-1));
    const uses = usesOf.get(name) ?? [];
    const hidden = uses.find(({ text }) => text.path[0] !== 'outputFiles' && (places.get(text) ?? Infinity) > index);
    if (hidden === undefined || uses.some(({ text, isWhole }) => text === variable && isWhole)) return [];
    const message = `In this task, {{ ${hidden.reference} }} would read the task's own variable ${name}; choose another name.`;
    return [{ code: 'name-clash', message, path: variable.path, at: 'key' }];
  });
}

interface Use {
  readonly text: TextProperty;
  /** In the environment. */
  readonly name: string;
  readonly reference: string;
  /** Whether the string is only the reference. */
  readonly isWhole: boolean;
}

function usesIn(text: TextProperty): readonly Use[] {
  const { template } = text;
  return templateReferences(template).map(({ reference }) => ({
    text,
    name: environmentName(reference),
    reference: referenceText(reference),
    isWhole: template.length === 1,
  }));
}
