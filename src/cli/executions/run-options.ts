import { resolve } from 'node:path';
import { parseFlowDocument } from '../../language/document/parse-flow-document.ts';
import { defaultFlowLimits } from '../../language/document/flow-limits.ts';
import { formOfType, isInputTypeName } from '../../language/input-types/input-types.ts';
import type { Input } from '../../language/inputs/input.ts';
import { valueFromText } from '../../language/inputs/text-conversion.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../problem/json-value.ts';
import { severityOf } from '../../problem/problem-catalogue.ts';
import { UsageError, type Terminal } from '../command.ts';
import { readFlowFile } from '../flows/read-flow-file.ts';
import type { InputProperties } from '../gateway/execution-client.ts';
import type { ParsedArguments } from '../parse-arguments.ts';
import { withoutControls } from '../terminal-text.ts';

/** The options that say what to run with, for `parseArguments`. */
export const runOptions = {
  input: { multiple: true, short: 'i' },
  'input-env': { multiple: true },
  'input-file': { multiple: true },
  inputs: {},
  file: { multiple: true },
  label: { multiple: true },
  revision: {},
  'idempotency-key': {},
} as const;

/** The same for `--help`. */
export const runOptionsHelp = `  -i, --input ID=TEXT      the value of an input; again for each choice of a MULTISELECT
  --input-env ID=NAME      the value is that of an environment variable
  --input-file ID=PATH     the value is the text of a file, or of standard input for -; a line break at its end does not count
  --inputs PATH            values from a file, YAML or JSON, an input a line; those of the other options prevail
  --file ID=PATH           a file for an input of type FILE
  --label NAME=VALUE       a label of the execution
  --revision N             this revision of the flow
  --idempotency-key KEY    with the same key and values, the same execution is meant`;

type Parsed = Pick<ParsedArguments, 'values' | 'lists'>;

/** The values that were given as text, not yet of any type. */
export interface SubmittedValues {
  /** Typed already. */
  readonly typed: JsonObject;
  /** By input id, in the order in which they were given. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** Those that stand on the command line for everybody on the machine to see. */
  readonly visible: ReadonlySet<string>;
  /** Paths by input id. */
  readonly files: ReadonlyMap<string, string>;
}

/** @throws {UsageError} for what cannot be read */
export async function readGivenValues({ values, lists }: Parsed, terminal: Terminal): Promise<SubmittedValues> {
  const texts = new Map<string, string[]>();
  const add = (id: string, text: string) => texts.set(id, [...(texts.get(id) ?? []), text]);
  const visible = pairsOf(lists, 'input');
  for (const [id, text] of visible) add(id, text);
  for (const [id, name] of pairsOf(lists, 'input-env')) add(id, environmentValue(name, terminal));
  for (const [id, path] of pairsOf(lists, 'input-file')) add(id, await readText(path, terminal));
  return {
    typed: values.inputs === undefined ? {} : await readTypedValues(values.inputs, terminal),
    texts,
    visible: new Set(visible.map(([id]) => id)),
    files: new Map(pairsOf(lists, 'file').map(([id, path]) => [id, resolve(terminal.workingDirectory, path)])),
  };
}

/** The labels of the execution. @throws {UsageError} */
export function readLabels({ lists }: Parsed): Readonly<Record<string, string>> {
  return Object.fromEntries(pairsOf(lists, 'label'));
}

/**
 * Texts as values of their inputs' types. What is no value of the type, or of no input, is passed on as it is: the gateway
 * says what is wrong with it, with all the rest.
 */
export function typedValues({ typed, texts }: SubmittedValues, properties: InputProperties): JsonObject {
  const converted = [...texts].map(
    ([id, given]) => [id, typedValue(given, Object.hasOwn(properties, id) ? properties[id] : undefined)] as const,
  );
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
  const reading = valueFromText({ type, constraints: { values } } as unknown as Input, text); // as much of it as the reading looks at
  return 'value' in reading ? reading.value : text;
}

function pairsOf(lists: Parsed['lists'], option: string): readonly (readonly [string, string])[] {
  return (lists[option] ?? []).map((pair) => {
    const end = pair.indexOf('=');
    // Not repeated: the name may have been forgotten before a secret.
    if (end < 1) throw new UsageError(`--${option} takes a name and a value, as in --${option} name=value.`);
    return [pair.slice(0, end), pair.slice(end + 1)];
  });
}

function environmentValue(name: string, { environment }: Terminal): string {
  const value = environment[name];
  if (value === undefined) throw new UsageError(`there is no environment variable ${JSON.stringify(name)}.`);
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
  const first = problems.find(({ problem }) => severityOf(problem.code) === 'error');
  if (first !== undefined)
    throw new UsageError(`${name}:${sourceRange(first.source)?.line ?? 1}: ${withoutControls(first.problem.message)}`);
  if (document === undefined || !isJsonObject(document.value))
    throw new UsageError(`${name} must hold a value for each input, such as "user_name: Ada".`);
  return document.value;
}
