/** One thing that a list can be filtered by, with a value that the user types or chooses. */
export interface FilterKind {
  readonly id: string;
  /** In the list of kinds, such as `Label`. */
  readonly title: string;
  /** Before the value, such as `label is`. */
  readonly phrase: string;
  /** How a value is written. */
  readonly hint: string;
  /** Why the API would reject a value; undefined for a good one. */
  readonly problemOf?: (value: string) => string | undefined;
  /** The only values, or values to choose from. */
  readonly values?: readonly { readonly value: string; readonly text: string }[];
  /** Whether `values` has all of them. */
  readonly isClosed?: boolean;
}

const namespaceSyntax = /^[a-z0-9][a-z0-9._-]*$/;
const flowIdSyntax = /^[a-zA-Z0-9][a-zA-Z0-9._-]*$/;

export const namespaceProblem = (value: string): string | undefined =>
  namespaceSyntax.test(value) ? undefined : 'A namespace can contain only lowercase letters, digits and . _ -';

export const flowNameProblem = (value: string): string | undefined => {
  const { namespace, flow } = splitFlowName(value);
  return namespaceSyntax.test(namespace ?? '') && flowIdSyntax.test(flow) ? undefined : 'Use the form namespace/id';
};

export const labelProblem = (value: string): string | undefined =>
  /^[^:]+:/.test(value) ? undefined : 'Use the form name:value';

/** `examples/hello` as its parts. */
export function splitFlowName(name: string): { readonly namespace?: string; readonly flow: string } {
  const slash = name.indexOf('/');
  return slash === -1 ? { flow: name } : { namespace: name.slice(0, slash), flow: name.slice(slash + 1) };
}

/** The value of a kind that a typed text means: one of the closed values by its word, or the text. */
export function valueOfText({ values = [], isClosed }: FilterKind, text: string): string | undefined {
  const typed = text.trim();
  if (!isClosed) return typed === '' ? undefined : typed;
  const word = typed.toLowerCase();
  return values.find((each) => each.value.toLowerCase() === word || each.text.toLowerCase() === word)?.value;
}
