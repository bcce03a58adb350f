import type { ResponseBody } from '../../../src/faces/api-client/operation-types.ts';

export type WhoAmI = ResponseBody<'getWhoAmI'>;
export type Right = 'read' | 'write' | 'execute';

/** Whether the user has a right in a namespace. What the user may not do is not offered. */
export function may({ rights }: Pick<WhoAmI, 'rights'>, right: Right, namespace: string): boolean {
  return rights.some(
    (grant) => grant.rights.includes(right) && grant.namespaces.some((pattern) => covers(pattern, namespace)),
  );
}

function covers(pattern: string, namespace: string): boolean {
  if (pattern === '*' || pattern === namespace) return true;
  return pattern.endsWith('.*') && namespace.startsWith(pattern.slice(0, -1));
}
