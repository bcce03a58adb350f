import { maskText } from '../../../base/masking/mask-text.ts';
import type { JsonObject, JsonValue } from '../../../base/text/json-value.ts';
import type { FileDescription } from '../../../language/inputs/file-description.ts';
import { isSecret, type Input } from '../../../language/inputs/input.ts';
import { SecretIds } from '../../../language/inputs/secret-ids.ts';
import { valueFromText } from '../../../language/inputs/text-conversion.ts';
import type { InputViolation } from '../../../language/inputs/validate-inputs.ts';

/** The values that a caller gives for the inputs of a flow, by input ID. */
export interface SubmittedInputs {
  readonly inputs: JsonObject;
  /**
   * Values from a transport that carries only strings; they are converted to their inputs' types
   * (docs/reference/inputs.md).
   */
  readonly texts?: ReadonlyMap<string, string>;
  /** Files whose bytes are already here: they arrived with the request, or belong to the execution that is repeated. */
  readonly files?: ReadonlyMap<string, FileDescription>;
}

/** Values converted from strings, and the violations of the others; a string for an unknown input stays a string. */
export function readTexts(
  inputs: readonly Input[],
  texts: ReadonlyMap<string, string>,
): { readonly values: JsonObject; readonly problems: readonly InputViolation[] } {
  const problems: InputViolation[] = [];
  const values: [string, JsonValue][] = [];
  const byId = new Map(inputs.map((input) => [input.id, input]));
  for (const [inputId, text] of texts) {
    const input = byId.get(inputId);
    const reading = input === undefined ? { value: text } : valueFromText(input, text);
    if ('value' in reading) values.push([inputId, reading.value]);
    else
      problems.push({
        inputId,
        message: reading.message,
        providedValue: input !== undefined && isSecret(input) ? maskText : text,
      });
  }
  return { values: Object.fromEntries(values), problems };
}

/** Inputs whose value was given in more than one way; shows the first one. */
export function submittedTwice(
  declared: readonly Input[],
  { inputs, texts = new Map(), files = new Map() }: SubmittedInputs,
): readonly InputViolation[] {
  const secrets = new SecretIds(declared);
  const repeated = [...texts.keys(), ...files.keys()].filter(
    (id) => Number(Object.hasOwn(inputs, id)) + Number(texts.has(id)) + Number(files.has(id)) > 1,
  );
  const valueOf = (id: string): JsonValue =>
    (Object.hasOwn(inputs, id) ? inputs[id] : texts.get(id)) ?? { filename: files.get(id)?.filename ?? '' };
  return [...new Set(repeated)].map((inputId) => ({
    inputId,
    message: 'Only one value can be given',
    providedValue: secrets.shown(inputId, valueOf(inputId)),
  }));
}
