/** Whether the gateway accepts a text as the name of a flow, such as `shop/release`. */
export function isFlowName(text: string): boolean {
  return text.length <= 511 && /^[a-z0-9][a-z0-9._-]*\/[a-zA-Z0-9][a-zA-Z0-9._-]*$/.test(text);
}
