import type { NamespaceService } from '../../../abilities/flows/namespace-service.ts';
import { callerOf } from '../identity/require-identity.ts';
import { noteForAudit } from '../observe/record-audit.ts';
import type { OperationHandlers } from '../operation.ts';
import { ownerOnWire } from '../response/wire-flow.ts';

const maxNamespaces = 1_000;

/** Namespaces, and the repositories that own them. */
export function namespaceHandlers(namespaces: NamespaceService) {
  return {
    listNamespaces: async (_request, response) => {
      const found = await namespaces.list(callerOf(response));
      const shown = found.slice(0, maxNamespaces).map(({ namespace, flows, owner }) => ({
        namespace,
        flows,
        owner: owner && ownerOnWire(owner),
      }));
      response.json({ namespaces: shown, truncated: found.length > maxNamespaces ? true : undefined });
    },

    claimNamespace: async (request, response) => {
      const { repository, commit, commitUrl, url } = request.body;
      noteForAudit(response, { detail: `${repository}@${commit}` });
      const { owner, previous } = await namespaces.claim(
        request.params.namespace,
        { repository, commit, commitUrl, url },
        { caller: callerOf(response), takesOver: request.query.takeOwnership ?? false },
      );
      if (previous !== undefined && previous.repository !== repository)
        noteForAudit(response, { detail: `${repository}@${commit}, taken over from ${previous.repository}` });
      response.json(ownerOnWire(owner));
    },

    releaseNamespace: async (request, response) => {
      const owner = await namespaces.release(request.params.namespace);
      noteForAudit(response, { detail: `${owner.repository}@${owner.commit}` });
      response.status(204).end();
    },
  } satisfies Partial<OperationHandlers>;
}
