import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';

/** Identifies a trigger, which may not exist. */
export interface TriggerKey {
  readonly flow: FlowKey;
  readonly triggerId: string;
}

/** `namespace/flow/trigger`; no id contains a slash. */
export function triggerName({ flow, triggerId }: TriggerKey): string {
  return `${flowName(flow)}/${triggerId}`;
}

/** The inverse of `triggerName`. */
export function triggerOfName(name: string): TriggerKey {
  const [namespace = '', id = '', triggerId = ''] = name.split('/');
  return { flow: { namespace, id }, triggerId };
}
