import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';

/** What names a trigger, whether there is one or not. */
export interface TriggerKey {
  readonly flow: FlowKey;
  readonly triggerId: string;
}

/** `namespace/flow/trigger`; no id holds a slash. */
export function triggerName({ flow, triggerId }: TriggerKey): string {
  return `${flowName(flow)}/${triggerId}`;
}

/** The trigger that `triggerName` named so. */
export function triggerOfName(name: string): TriggerKey {
  const [namespace = '', id = '', triggerId = ''] = name.split('/');
  return { flow: { namespace, id }, triggerId };
}
