import { maskText } from '../../base/masking/mask-text.ts';
import type { JsonValue } from '../../base/text/json-value.ts';
import type { CalledSecretDefault } from '../../language/execution-plan/called-secrets.ts';
import type { ValidatedFlow } from '../../language/flow/flow.ts';
import { namedCredential, namesSecret } from '../../language/input-types/secret-reference.ts';
import type { FileDescription } from '../../language/inputs/file-description.ts';
import { isSecret } from '../../language/inputs/input.ts';
import type { AcceptedExecution } from '../../lifecycle/execution-record.ts';
import { calledSecret, fileSecret, newFileToken } from '../../store/executions/record/secret-names.ts';

type Values = ReadonlyMap<string, JsonValue>;
type Files = ReadonlyMap<string, FileDescription>;

/** How a record shows the accepted values. */
export function recordedInputs(
  { inputs }: ValidatedFlow,
  accepted: Values,
  files: Files,
): Pick<AcceptedExecution, 'inputs' | 'files'> {
  const shown = inputs.flatMap((input) => {
    const value = accepted.get(input.id);
    return value === undefined
      ? []
      : [[input.id, isSecret(input) && !namesSecret(String(value)) ? maskText : value] as const];
  });
  return { inputs: Object.fromEntries(shown), ...(files.size > 0 && { files: [...files.keys()] }) };
}

interface SecretSources {
  readonly accepted: Values;
  readonly files: Files;
  readonly calledDefaults: readonly CalledSecretDefault[];
}

/**
 * The values that must stay hidden: the secrets by input ID, those of called flows, and a download token for each file.
 */
export function secretValues(
  { inputs }: ValidatedFlow,
  { accepted, files, calledDefaults }: SecretSources,
): ReadonlyMap<string, string> {
  const hidden = new Map(typedSecrets({ inputs }, accepted));
  for (const { name, value } of hiddenDefaults(calledDefaults)) hidden.set(name, value);
  for (const inputId of files.keys()) hidden.set(fileSecret(inputId), newFileToken());
  return hidden;
}

/** The values of the secret inputs of a flow itself, by input ID; a reference is the value of its input. */
export function typedSecrets({ inputs }: Pick<ValidatedFlow, 'inputs'>, accepted: Values): ReadonlyMap<string, string> {
  return new Map(
    inputs.filter(isSecret).flatMap(({ id }): readonly [string, string][] => {
      const value = accepted.get(id);
      return typeof value === 'string' ? [[id, value]] : [];
    }),
  );
}

/** The defaults of called flows that Flowgate must hide, by the names under which they are stored. */
export function hiddenDefaults(
  defaults: readonly CalledSecretDefault[],
): readonly { readonly name: string; readonly value: string }[] {
  return defaults
    .filter(({ value }) => namedCredential(value) === undefined)
    .map(({ inputId, value }, index) => ({ name: calledSecret(index + 1, inputId), value }));
}
