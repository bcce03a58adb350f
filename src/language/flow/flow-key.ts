/** What names a flow. */
export interface FlowKey {
  readonly namespace: string;
  readonly id: string;
}

/** `namespace/id`, as people name a flow; no id holds a slash. */
export function flowName({ namespace, id }: FlowKey): string {
  return `${namespace}/${id}`;
}

/** The flow that `flowName` named so. */
export function flowOfName(name: string): FlowKey {
  const [namespace = '', id = ''] = name.split('/');
  return { namespace, id };
}
