import { resolve } from 'node:path';
import { severityOf } from '../../../base/problem/problem-catalogue.ts';
import { readJson } from '../../../base/text/exact-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import { defaultFlowLimits } from '../../../language/document/flow-limits.ts';
import { parseFlowDocument } from '../../../language/document/parse-flow-document.ts';
import { formOfType, isInputTypeName, isSecretType } from '../../../language/input-types/input-types.ts';
import { namesSecret } from '../../../language/input-types/secret-reference.ts';
import type { Input } from '../../../language/inputs/input.ts';
import { valueFromText } from '../../../language/inputs/text-conversion.ts';
import { readFlowFile } from '../flows/read-flow-file.ts';
import type { InputProperties } from '../gateway/execution-client.ts';
import { withoutControls } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import type { ValueOptions } from './run-options.ts';

/** The values from the options, not yet converted to the types of their inputs. */
export interface SubmittedValues {
  /** Values from a file, already typed. */
  readonly typed: JsonObject;
  /** Strings by input id, in the order of the options. */
  readonly strings: ReadonlyMap<string, readonly string[]>;
  /** The ids of inputs whose values are in the command line, where every user of the machine can see them. */
  readonly visible: ReadonlySet<string>;
  /** Paths by input id. */
  readonly files: ReadonlyMap<string, string>;
}

/** @throws {UsageError} for a value or file that cannot be read */
export async function readGivenValues(options: ValueOptions, terminal: Terminal): Promise<SubmittedValues> {
  const strings = new Map<string, string[]>();
  const add = (id: string, text: string) => strings.set(id, [...(strings.get(id) ?? []), text]);
  const visible = pairsOf('input', options.input);
  for (const [id, text] of visible) add(id, text);
  for (const [id, name] of pairsOf('input-env', options['input-env'])) add(id, environmentValue(name, terminal));
  for (const [id, path] of pairsOf('input-file', options['input-file'])) add(id, await readText(path, terminal));
  return {
    typed: options.inputs === undefined ? {} : await readTypedValues(options.inputs, terminal),
    strings,
    visible: new Set(visible.map(([id]) => id)),
    files: new Map(pairsOf('file', options.file).map(([id, path]) => [id, resolve(terminal.workingDirectory, path)])),
  };
}

/** The labels of the execution. @throws {UsageError} */
export function readLabels(labels: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(pairsOf('label', labels));
}

/**
 * Converts strings to the types of their inputs, and warns of secrets in the command line. Strings that cannot be
 * converted, or that belong to no input, stay unchanged: the gateway reports them with all other problems.
 * @param readProperties called only if there are strings, the only values that need types
 */
export async function typedValues(
  { typed, strings, visible }: SubmittedValues,
  readProperties: () => InputProperties | Promise<InputProperties>,
  { stderr }: Pick<Terminal, 'stderr'>,
): Promise<JsonObject> {
  const properties = strings.size === 0 ? {} : await readProperties();
  const propertyOf = (id: string) => (Object.hasOwn(properties, id) ? properties[id] : undefined);
  for (const id of visible)
    if (isSecretType(propertyOf(id)?.['x-input-type']) && !strings.get(id)?.every(namesSecret))
      stderr.writeMessage(
        `${id} is a secret, but every user of this machine can see the command line; use --input-env or --input-file.`,
      );
  const converted = [...strings].map(([id, given]) => [id, typedValue(given, propertyOf(id))] as const);
  return { ...typed, ...Object.fromEntries(converted) };
}

function typedValue(
  given: readonly string[],
  { 'x-input-type': type = '', enum: values = [] }: InputProperties[string] = {},
): JsonValue {
  const text = given.at(-1) ?? '';
  if (!isInputTypeName(type)) return text;
  if (formOfType(type) === 'list' && (given.length > 1 || !text.startsWith('[')))
    return text === '' && given.length === 1 ? null : [...given];
  const reading = valueFromText({ type, constraints: { values } } as unknown as Input, text); // the only fields that the conversion reads
  return 'value' in reading ? reading.value : text;
}

function pairsOf(option: string, pairs: readonly string[]): readonly (readonly [string, string])[] {
  return pairs.map((pair) => {
    const end = pair.indexOf('=');
    // The value is not repeated: it may be a secret whose name was forgotten.
    if (end < 1) throw new UsageError(`--${option} requires a name and a value, such as --${option} name=value.`);
    return [pair.slice(0, end), pair.slice(end + 1)];
  });
}

function environmentValue(name: string, { environment }: Terminal): string {
  const value = environment[name];
  if (value === undefined) throw new UsageError(`the environment variable ${JSON.stringify(name)} is not set.`);
  return value;
}

async function readText(path: string, terminal: Terminal): Promise<string> {
  return (await readFlowFile(path, terminal)).text.replace(/\r?\n$/, '');
}

async function readTypedValues(path: string, terminal: Terminal): Promise<JsonObject> {
  const { name, text } = await readFlowFile(path, terminal);
  const { document, problems, sourceRange } = parseFlowDocument(
    { text, format: 'yaml' },
    { ...defaultFlowLimits, flowBytes: Infinity },
  );
  const first = problems.find(({ problem }) => severityOf(problem) === 'error');
  if (first !== undefined)
    throw new UsageError(`${name}:${sourceRange(first.source)?.line ?? 1}: ${withoutControls(first.problem.message)}`);
  if (document === undefined || !isJsonObject(document.value))
    throw new UsageError(`${name} must contain a map of input ids to values, such as "user_name: Ada".`);
  return exactIfJson(text) ?? document.value;
}

/** The numbers of a JSON file as they are written; those of YAML keep their digits, but not forms such as `1.0`. */
function exactIfJson(text: string): JsonObject | undefined {
  try {
    return readJson(text) as JsonObject; // the same as the document, see above
  } catch {
    return undefined;
  }
}
