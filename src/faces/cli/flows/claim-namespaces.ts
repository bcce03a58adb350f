import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { GatewayError } from '../gateway/gateway-error.ts';
import { readOwners, type RepositoryOwner } from './repository-owner.ts';

export interface ClaimOptions {
  readonly owner: RepositoryOwner | undefined;
  readonly takesOwnership: boolean;
  readonly isDryRun: boolean;
  readonly connection: GatewayConnection;
}

/**
 * Makes the owner the owner of each namespace. A dry run only finds out what would happen, also without an owner.
 * @returns the namespaces whose flows would be rejected, and why
 */
export async function claimNamespaces(
  namespaces: Iterable<string>,
  { owner, takesOwnership, isDryRun, connection }: ClaimOptions,
): Promise<ReadonlyMap<string, string>> {
  const rejections = new Map<string, string>();
  if (isDryRun) {
    const owners = takesOwnership ? new Map<string, string>() : await readOwners(connection);
    for (const namespace of namespaces) {
      const other = owners.get(namespace);
      if (other !== undefined && other !== owner?.repository)
        rejections.set(namespace, `the repository ${other} owns the namespace ${namespace}.`);
    }
  } else if (owner !== undefined) {
    const query = takesOwnership ? { takeOwnership: true } : {};
    for (const namespace of namespaces) {
      const params = { path: { namespace }, query };
      try {
        await connection.client.PUT('/namespaces/{namespace}/owner', { params, body: owner });
      } catch (error) {
        if (!(error instanceof GatewayError) || !error.concernsRequest) throw error;
        const advised = error.code === 'owned-by-repository' ? error.withAdvice(advice) : error;
        rejections.set(namespace, advised.message);
      }
    }
  }
  return rejections;
}

const advice = 'To take it over, pass --take-ownership.';
