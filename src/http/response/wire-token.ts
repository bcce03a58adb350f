import type { Schema } from '../../api-client/operation-types.ts';
import type { ListedToken } from '../../store/tokens/token-store.ts';

/** An API token as declared in openapi.yaml: without its text and hash, and without the groups of its creator. */
export function tokenOnWire(token: ListedToken): Schema<'ApiToken'> {
  const { id, name, namespaces, rights, surfaces, creator, createdAt, expiresAt, lastUsedAt } = token;
  return {
    id,
    name,
    namespaces: [...namespaces],
    rights: [...rights],
    surfaces: [...surfaces],
    createdBy: creator.subject,
    createdAt,
    expiresAt,
    lastUsedAt,
  };
}
