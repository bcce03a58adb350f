import { namespacePattern } from '../base/config/allowed-values.ts';

/*
 * Patterns for namespaces in policies and API tokens: `*`, a namespace, or `<namespace>.*` for all namespaces below it.
 */

const form = new RegExp(`^${namespacePattern}$`);

export function isNamespacePattern(text: string): boolean {
  return form.test(text);
}

/** @param namespace a namespace, or a pattern: then whether all its namespaces are covered */
export function covers(pattern: string, namespace: string): boolean {
  if (pattern === '*' || pattern === namespace) return true;
  return pattern.endsWith('.*') && namespace.startsWith(pattern.slice(0, -1));
}

/** Patterns for the namespaces that both lists cover. */
export function commonNamespaces(some: readonly string[], others: readonly string[]): readonly string[] {
  const common = some.flatMap((pattern) =>
    others.flatMap((other) => (covers(pattern, other) ? [other] : covers(other, pattern) ? [pattern] : [])),
  );
  return [...new Set(common)];
}
