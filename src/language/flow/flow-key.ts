/** Identifies a flow. */
export interface FlowKey {
  readonly namespace: string;
  readonly id: string;
}

/** `namespace/id`, the name of a flow for people; ids never contain a slash. */
export function flowName({ namespace, id }: FlowKey): string {
  return `${namespace}/${id}`;
}

/** The inverse of `flowName`. */
export function flowOfName(name: string): FlowKey {
  const [namespace = '', id = ''] = name.split('/');
  return { namespace, id };
}
