import { SecretMask } from '../../base/masking/secret-mask.ts';
import { mapTexts, type JsonObject } from '../../base/text/json-value.ts';
import type { CarriedItems } from '../../language/execution-plan/segment.ts';
import { SecretPlaces } from '../../store/executions/record/carried-texts.ts';
import type { WaitEnding } from './wait-ending.ts';

/** The end of a wait without the secrets of its execution, which people and other systems can repeat. */
export async function withoutSecrets(ending: WaitEnding, known: ReadonlyMap<string, string>): Promise<WaitEnding> {
  const secrets = new Map([...known, ...(ending.secrets ?? [])]);
  if (secrets.size === 0) return ending;
  const mask = await new SecretMask([...secrets.values()]).prepare();
  const places = new SecretPlaces(secrets);
  const { end, values, outputs = {} } = ending;
  const texts = Object.entries(outputs).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const hidden = places.hide({ outputs: new Map([['', new Map(texts)]]) }).outputs[''];
  const items = ending.items && hiddenItems(ending.items, places);
  return {
    ...ending,
    end: end.state === 'FAILED' ? { ...end, reason: mask.apply(end.reason) } : end,
    ...(values !== undefined && { values: masked(values, mask) }),
    ...(items !== undefined && { items }),
    ...(ending.outputs !== undefined && { outputs: { ...outputs, ...hidden } }),
  };
}

function hiddenItems({ task, done }: CarriedItems, places: SecretPlaces): CarriedItems {
  // Only executions return them, as texts.
  const texts = Object.entries(done).map(([label, outputs]) => [label, new Map(Object.entries(outputs))] as const);
  return { task, done: places.hide({ outputs: new Map(texts as [string, Map<string, string>][]) }).outputs };
}

function masked(values: JsonObject, mask: SecretMask): JsonObject {
  return mapTexts(values, (text) => mask.apply(text)) as JsonObject; // an object stays one
}
