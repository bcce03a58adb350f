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

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each === 'string' && each !== '') params.append(name, each);
    }
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** A parameter as one string; undefined if it is missing, empty or repeated. */
export function textParam(search: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = search[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A parameter as a list; undefined if it is missing. */
export function listParam(search: Readonly<Record<string, unknown>>, name: string): readonly string[] | undefined {
  const value = search[name];
  const values = (Array.isArray(value) ? value : [value]).filter(
    (each): each is string => typeof each === 'string' && each !== '',
  );
  return values.length === 0 ? undefined : values;
}

/** A parameter that must be one of some words. */
export function choiceParam<Choice extends string>(
  search: Readonly<Record<string, unknown>>,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === search[name]);
}
