import { covers } from '../../access/namespace-pattern.ts';
import type { SecretPrefix } from '../../base/config/settings/secret-prefix-reader.ts';
import type { SecretReference } from '../../language/input-types/secret-reference.ts';

/** Why a namespace may not use a reference, as a clause after what names it; undefined if it may. */
export function prefixProblem(
  prefixes: readonly SecretPrefix[],
  namespace: string,
  { provider, text }: SecretReference,
): string | undefined {
  const allowed = prefixes
    .filter(({ namespaces, prefix }) => covers(namespaces, namespace) && prefix.startsWith(`${provider}:`))
    .map(({ prefix }) => prefix);
  if (allowed.some((prefix) => text.startsWith(prefix))) return undefined;
  const known = allowed.length === 0 ? 'none' : allowed.map((prefix) => `${prefix}…`).join(', ');
  return `names ${text}, which the namespace ${namespace} may not use; allowed from ${provider}: ${known} (FLOWGATE_SECRET_PREFIXES)`;
}
