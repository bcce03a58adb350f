import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Path, SourceText } from '../../base/problem/problem.ts';
import { pointerParts } from '../../base/text/json-pointer.ts';
import { withPlainNumbers, type JsonObject } from '../../base/text/json-value.ts';
import { commonTaskPropertyNames } from '../flow/read/task-section.ts';
import type { TextProperty, TypedProperties } from '../flow/task-types.ts';
import { unicodeSource } from '../safe-patterns/unicode-pattern.ts';
import { normalizeProperties, taskListPaths, textsBySchema } from './normalize-properties.ts';
import { hasTaskList, ownKeywords, readPropertySchema, type PropertySchema } from './property-schema.ts';
import { schemaWithReferences } from './reference-schema.ts';
import { schemaProblems } from './schema-problems.ts';
import {
  environmentMaps,
  environmentNamePaths,
  environmentNameProblems,
  shadowingProblems,
} from './task-environment-problems.ts';

/** Reads the properties of many tasks of one type. */
export class TaskPropertyReader {
  readonly #schema: PropertySchema;
  readonly #environmentMaps: ReturnType<typeof environmentMaps>;
  readonly #schemaToCompile: JsonObject;
  #compiled: ValidateFunction | undefined;

  /**
   * @param properties the valid JSON Schema of a module, which is compiled when it is first used
   * @throws {RangeError} for a schema that uses what task properties do not support
   */
  constructor(properties: JsonObject) {
    this.#schemaToCompile = schemaWithReferences(closedSchema(properties));
    this.#schema = readPropertySchema(properties);
    this.#environmentMaps = environmentMaps(this.#schema);
  }

  /** The same for a schema that may be invalid. @throws {Error} with ajv's message if it is */
  static tried(properties: JsonObject): TaskPropertyReader {
    const schema = schemaWithReferences(closedSchema(properties));
    void ajv.validateSchema(schema, true); // a boolean: no schema here is asynchronous
    const compiled = ajv.compile(schema);
    const reader = new TaskPropertyReader(properties);
    reader.#compiled = compiled;
    return reader;
  }

  get #validate(): ValidateFunction {
    this.#compiled ??= ajv.compile(this.#schemaToCompile);
    return this.#compiled;
  }

  read(written: JsonObject, sourceText: SourceText): TypedProperties {
    const { properties, problems } = normalizeProperties(written, this.#schema, sourceText);
    const texts = this.texts(properties);
    const errors = this.#errorsIn(properties);
    if (errors.length > 0)
      problems.push(...schemaProblems(errors, { schema: this.#schema, written, commonNames: commonTaskPropertyNames }));
    const names = environmentNamePaths(properties, this.#environmentMaps);
    if (names.length > 0) problems.push(...environmentNameProblems(names), ...shadowingProblems(texts, names));
    return { properties, fitting: this.#withoutInvalid(properties, errors), texts, problems };
  }

  /** See `TaskType.texts`. */
  texts(properties: JsonObject): readonly TextProperty[] {
    return textsBySchema(properties, this.#schema);
  }

  /** See `BlockType.bodies`. */
  taskLists(properties: JsonObject): readonly Path[] {
    return taskListPaths(properties, this.#schema);
  }

  /** Whether tasks of the type run other tasks. */
  get hasTaskLists(): boolean {
    return hasTaskList(this.#schema);
  }

  /** See `WaitType.form`. */
  get inputList(): string | undefined {
    return [...this.#schema.properties].find(([, { isInputList }]) => isInputList)?.[0];
  }

  /** See `TypedProperties.fitting`. */
  #withoutInvalid(properties: JsonObject, errors: readonly ErrorObject[]): JsonObject | undefined {
    if (errors.length === 0) return properties;
    const invalid = new Set(errors.map(propertyAtProblem));
    const rest = Object.fromEntries(Object.entries(properties).filter(([name]) => !invalid.has(name)));
    return this.#errorsIn(rest).length === 0 ? rest : undefined;
  }

  #errorsIn(properties: JsonObject): readonly ErrorObject[] {
    return this.#validate(withPlainNumbers(properties)) ? [] : (this.#validate.errors ?? []);
  }
}

function propertyAtProblem({ instancePath, params }: ErrorObject): string {
  return pointerParts(instancePath)[0] ?? String(params.additionalProperty);
}

/** The schema of a module with what is implied: a map without further properties. */
export function closedSchema(properties: JsonObject): JsonObject {
  return { ...properties, type: 'object', additionalProperties: false };
}

// One instance for all types. Strict types are off, because the branches of "exactly one of" have no type.
const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  addUsedSchema: false,
  code: { regExp: Object.assign(moduleRegExp, { code: 'moduleRegExp' }) },
  // `tried` does it: the schema of schemas takes longer to compile than all others.
  validateSchema: false,
});
for (const keyword of ownKeywords) ajv.addKeyword(keyword);

function moduleRegExp(pattern: string, flags: string): RegExp {
  return new RegExp(unicodeSource(pattern), flags);
}
