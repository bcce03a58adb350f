import { isJsonObject, type JsonObject } from '../../../base/text/json-value.ts';
import { isFileType, isSecretType } from '../../../language/input-types/input-types.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { ask } from '../ask.ts';
import type { InputProperties } from '../gateway/execution-client.ts';
import { withoutControls } from '../terminal-text.ts';
import type { Terminal } from '../terminal.ts';
import { readGivenValues, typedValues, type SubmittedValues } from './given-values.ts';
import type { ValueOptions } from './run-options.ts';

/**
 * The values of the form of an approval.
 * @param wait undefined if the execution waits for nothing
 * @param isAsked whether a person at a terminal is asked for the required ones that are missing
 * @throws {UsageError}
 */
export async function formValues(
  options: ValueOptions,
  wait: Schema<'WaitingFor'> | undefined,
  { isAsked }: { readonly isAsked: boolean },
  terminal: Terminal,
): Promise<{ readonly values: JsonObject } & Pick<SubmittedValues, 'files'>> {
  const given = await readGivenValues(options, terminal);
  const { properties, required } = (wait?.schema ?? {}) as FormSchema; // as the server writes it
  const strings = new Map(given.strings);
  const { files } = given;
  const isGiven = (id: string): boolean => strings.has(id) || files.has(id) || Object.hasOwn(given.typed, id);
  const missing = (required ?? []).filter((id) => !isGiven(id) && !isFileType(properties?.[id]?.['x-input-type']));
  if (isAsked && missing.length > 0 && terminal.stdin.isTTY === true && terminal.stderr.isTTY) {
    terminal.stderr.writeLines(withoutControls(wait?.message ?? ''));
    for (const id of missing) {
      const isHidden = isSecretType(properties?.[id]?.['x-input-type']);
      strings.set(id, [await ask(`${titleOf(id, properties?.[id])}: `, terminal, { isHidden })]);
    }
  }
  return { values: await typedValues({ ...given, strings }, () => properties ?? {}, terminal), files };
}

interface FormSchema {
  readonly properties?: InputProperties;
  readonly required?: readonly string[];
}

function titleOf(id: string, property: unknown): string {
  const { title, enum: choices } = isJsonObject(property as JsonObject) ? (property as JsonObject) : {};
  const name = withoutControls(typeof title === 'string' ? title : id);
  return Array.isArray(choices)
    ? `${name} (${choices.map((choice) => withoutControls(String(choice))).join(', ')})`
    : name;
}
