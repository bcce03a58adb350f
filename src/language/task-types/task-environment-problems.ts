import { environmentNameSyntax, reservedBy } from '../expressions/reserved-names.ts';
import { quoteShort } from '../../problem/describe-value.ts';
import { isJsonObject, type JsonValue, type JsonObject } from '../../problem/json-value.ts';
import type { Problem, Path } from '../../problem/problem.ts';
import type { PropertySchema } from './property-schema.ts';
import { environmentName, referenceText } from '../expressions/reference.ts';
import { templateReferences } from '../expressions/references-of.ts';
import type { TextProperty } from '../flow/task-types.ts';
import { jsonPointer } from '../../problem/json-pointer.ts';

/**
 * Where a schema says that keys are names of environment variables (docs/reference/flows.md): the paths of the maps.
 * Most types have one, and it is found once for all their tasks.
 */
export function environmentMaps(schema: PropertySchema, path: readonly string[] = []): readonly (readonly string[])[] {
  const inner = [...schema.properties].flatMap(([key, property]) => environmentMaps(property, [...path, key]));
  return schema.environmentNames ? [path, ...inner] : inner;
}

/** Where keys stand that name environment variables of a task's own. */
export function environmentNamePaths(
  properties: JsonObject,
  maps: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  return maps.flatMap((path) => Object.keys(mappingAt(properties, path)).map((name) => [...path, name]));
}

/** Finds names that no environment variable can have. */
export function environmentNameProblems(names: readonly (readonly string[])[]): Problem[] {
  return names.flatMap((path) => nameProblems(path.at(-1) ?? '', path));
}

function mappingAt(properties: JsonObject, path: readonly string[]): JsonObject {
  let found: JsonValue = properties;
  for (const key of path) found = (isJsonObject(found) ? found[key] : undefined) ?? null;
  return isJsonObject(found) ? found : {};
}

function nameProblems(name: string, path: Path): Problem[] {
  if (!environmentNameSyntax.test(name)) {
    const message = `${quoteShort(name)} cannot name an environment variable; letters, digits and "_" are allowed, and no digit at the start.`;
    return [{ code: 'invalid-name', message, path, at: 'key' }];
  }
  const owner = reservedBy(name);
  if (owner === undefined) return [];
  return [
    {
      code: 'reserved-name',
      message: `The environment variable ${name} belongs to ${owner}; choose another name.`,
      path,
      at: 'key',
    },
  ];
}

/**
 * Finds variables of a task's own environment that take the name of a value which the task refers to behind them: the
 * reference becomes `${NAME}`, and would be the task's variable. One that is that very value changes nothing. Variables
 * are set one after the other, and `outputFiles` are filled in by Jenkins, to which the task's environment is unknown.
 * @param ownNames where the names of those variables stand
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
    const message = `In this task {{ ${hidden.reference} }} would be the task's own ${name}; choose another name.`;
    return [{ code: 'name-clash', message, path: variable.path, at: 'key' }];
  });
}

interface Use {
  readonly text: TextProperty;
  /** In the environment. */
  readonly name: string;
  readonly reference: string;
  /** Whether the text is nothing but the reference. */
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
