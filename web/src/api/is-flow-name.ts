import { flowIdRule, isId, namespaceRule } from '../../../src/language/document/id-rule.ts';
import { flowName, flowOfName } from '../../../src/language/flow/flow-key.ts';

/** Whether the gateway accepts a text as the name of a flow, such as `shop/release`. */
export function isFlowName(text: string): boolean {
  const { namespace, id } = flowOfName(text);
  return isId(namespace, namespaceRule) && isId(id, flowIdRule) && text === flowName({ namespace, id });
}
