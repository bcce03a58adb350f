/** The parameters of an address. */
export type Search = Readonly<Record<string, unknown>>;

/** The router's own parser reads values as JSON, which turns ids such as `662E41` into numbers. */
export function parseSearch(search: string): Record<string, string | string[]> {
  const params = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

export function stringifySearch(search: Search): string {
  const params = new URLSearchParams();
  for (const name of Object.keys(search)) for (const each of textsOf(search, name)) params.append(name, each);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** A parameter as one string; undefined if it is missing, empty or repeated. */
export function textParam(search: Search, name: string): string | undefined {
  return Array.isArray(search[name]) ? undefined : textsOf(search, name)[0];
}

/** A parameter as a list; undefined if it is missing. */
export function listParam(search: Search, name: string): readonly string[] | undefined {
  const values = textsOf(search, name);
  return values.length === 0 ? undefined : values;
}

/** A parameter that must be one of some words. */
export function choiceParam<Choice extends string>(
  search: Search,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === search[name]);
}

/** The values of a parameter that are not empty. */
function textsOf(search: Search, name: string): readonly string[] {
  return [search[name]].flat().filter((each): each is string => typeof each === 'string' && each !== '');
}
