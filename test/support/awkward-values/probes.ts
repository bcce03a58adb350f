import type { JsonObject, JsonValue } from '../../../src/base/text/json-value.ts';
import { awkwardTexts, type AwkwardGroup, type AwkwardText } from './awkward-texts.ts';

/** An input with an awkward value, which is passed to every kind of task. */
export interface Probe {
  /** The ID of the input; its environment variable is the same in upper case. */
  readonly id: string;
  readonly name: string;
  readonly type: 'STRING' | 'ENUM' | 'MULTISELECT' | 'JSON' | 'SECRET';
  /** The properties in the flow besides id and type. */
  readonly declaration: JsonObject;
  /** The value that the caller sends; absent if the default is used. */
  readonly given?: JsonValue;
  readonly value: JsonValue;
}

/** The ways in which values get into a flow. */
type Facet = 'strings' | 'choices' | 'defaults' | 'secrets';

const makers: Readonly<Record<Facet, (texts: readonly AwkwardText[]) => Probe[]>> = {
  strings: (texts) =>
    texts.map(({ name, text }, index) => ({
      id: `v${index}`,
      name,
      type: 'STRING',
      declaration: {},
      given: text,
      value: text,
    })),
  choices: (texts) => {
    const all = texts.map(({ text }) => text);
    return [
      ...texts.map(({ name, text }, index): Probe => ({
        id: `e${index}`,
        name: `choice: ${name}`,
        type: 'ENUM',
        declaration: { values: [...new Set(['other', text])] },
        given: text,
        value: text,
      })),
      { id: 'm', name: 'all choices', type: 'MULTISELECT', declaration: { values: all }, given: all, value: all },
      { id: 'j', name: 'JSON of all', type: 'JSON', declaration: {}, given: asJson(texts), value: asJson(texts) },
    ];
  },
  defaults: (texts) => {
    const all = texts.map(({ text }) => text);
    return [
      ...texts.map(({ name, text }, index): Probe => ({
        id: `d${index}`,
        name: `default: ${name}`,
        type: 'STRING',
        declaration: { defaults: text },
        value: text,
      })),
      ...texts.map(({ name, text }, index): Probe => ({
        id: `e${index}`,
        name: `default choice: ${name}`,
        type: 'ENUM',
        declaration: { values: [...new Set(['other', text])], defaults: text },
        value: text,
      })),
      {
        id: 'm',
        name: 'all choices by default',
        type: 'MULTISELECT',
        declaration: { values: all, defaults: all },
        value: all,
      },
      {
        id: 'j',
        name: 'JSON of all by default',
        type: 'JSON',
        declaration: { defaults: JSON.stringify(asJson(texts)) },
        value: asJson(texts),
      },
    ];
  },
  // A secret has at least four characters.
  secrets: (texts) =>
    texts.map(({ name, text }, index) => {
      const secret = [...text].length < 4 ? `key-${text}` : text;
      return {
        id: `s${index}`,
        name: `secret: ${name}`,
        type: 'SECRET',
        declaration: {},
        given: secret,
        value: secret,
      };
    }),
};

/** A flow of the corpus: a group of strings that get in one way. */
export interface ProbedCase {
  readonly name: string;
  readonly flowId: string;
  readonly probes: readonly Probe[];
}

/** Large strings are neither choices nor defaults: they would not fit into a flow. */
export const probedCases: readonly ProbedCase[] = (Object.keys(awkwardTexts) as AwkwardGroup[]).flatMap((group) => {
  const facets: readonly Facet[] =
    group === 'large' ? ['strings', 'secrets'] : ['strings', 'choices', 'defaults', 'secrets'];
  return facets.map((facet) => ({
    name: `${group} ${facet}`,
    flowId: `${group.replaceAll(' ', '-')}-${facet}`,
    probes: makers[facet](awkwardTexts[group]),
  }));
});

/** The strings as values and as keys, with numbers whose digits matter. */
function asJson(texts: readonly AwkwardText[]): JsonObject {
  return {
    z: 'first',
    ...Object.fromEntries(texts.map(({ text }) => [`key ${text}`, text])),
    list: [1.5, -0.25, 10, null, true],
    a: 'last',
  };
}
