import { SecretPlaces } from '../../execution/record/carried-texts.ts';
import { SecretMask } from '../../masking/secret-mask.ts';
import type { JsonObject, JsonValue } from '../../text/json-value.ts';
import type { WaitEnding } from './wait-changes.ts';

/** The end of a wait without the secrets of its execution, which people and other systems can repeat. */
export async function withoutSecrets(ending: WaitEnding, known: ReadonlyMap<string, string>): Promise<WaitEnding> {
  const secrets = new Map([...known, ...(ending.secrets ?? [])]);
  if (secrets.size === 0) return ending;
  const mask = await new SecretMask([...secrets.values()]).prepare();
  const places = new SecretPlaces(secrets);
  const { end, values, outputs = {} } = ending;
  const texts = Object.entries(outputs).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const hidden = places.hide({ outputs: new Map([['', new Map(texts)]]) }).outputs[''];
  return {
    ...ending,
    end: end.state === 'FAILED' ? { ...end, reason: mask.apply(end.reason) } : end,
    ...(values !== undefined && { values: masked(values, mask) }),
    ...(ending.outputs !== undefined && { outputs: { ...outputs, ...hidden } }),
  };
}

function masked(values: JsonObject, mask: SecretMask): JsonObject {
  const text = JSON.stringify(values, (_key, value: JsonValue) =>
    typeof value === 'string' ? mask.apply(value) : value,
  );
  return JSON.parse(text) as JsonObject; // an object stays one
}
