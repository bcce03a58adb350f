/** The name of the parameter of an input in an address. */
type InputParam = `inputs.${string}`;

export type InputParams = { readonly [name: InputParam]: string | readonly string[] | undefined };

export const paramPrefix = 'inputs.';
/** The parameters of an address that name inputs. */
export function inputParams(search: Readonly<Record<string, unknown>>): InputParams {
  return Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) => name.startsWith(paramPrefix) && (typeof value === 'string' || Array.isArray(value)),
    ),
  ) as InputParams; // just filtered
}
