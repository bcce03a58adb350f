import type { TokenService } from '../../../abilities/tokens/token-service.ts';
import type { ApiToken, ListedToken } from '../../../store/tokens/api-token.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { callerOf } from '../identity/require-identity.ts';
import { noteForAudit } from '../observe/record-audit.ts';
import type { OperationHandlers } from '../operation.ts';

/** API tokens. */
export function tokenHandlers(tokens: TokenService) {
  return {
    listTokens: async (_request, response) => {
      response.json({ tokens: (await tokens.list(callerOf(response))).map(tokenOnWire) });
    },

    createToken: async ({ body: { name, namespaces, rights, surfaces, expiresAt } }, response) => {
      const expiry = typeof expiresAt === 'string' ? new Date(expiresAt) : expiresAt;
      noteForAudit(response, { tokenName: name });
      const made = await tokens.create({ name, namespaces, rights, surfaces, expiresAt: expiry }, callerOf(response));
      noteForAudit(response, auditNoteOf(made.token));
      response.status(201).json({ ...tokenOnWire(made.token), token: made.text });
    },

    revokeToken: async (request, response) => {
      const { token_id: id } = request.params;
      noteForAudit(response, { tokenId: id });
      noteForAudit(response, auditNoteOf(await tokens.revoke(id, callerOf(response))));
      response.status(204).end();
    },
  } satisfies Partial<OperationHandlers>;
}

function auditNoteOf({ id, name }: ApiToken) {
  return { tokenId: id, tokenName: name };
}

/** An API token as declared in openapi.yaml: without its text and hash, and without the groups of its creator. */
function tokenOnWire(token: ListedToken): Schema<'ApiToken'> {
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
