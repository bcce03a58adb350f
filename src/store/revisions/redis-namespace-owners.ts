import type { Redis } from 'ioredis';
import { redisKey } from '../redis/redis-key.ts';
import type { ClaimOutcome, NamespaceClaim, NamespaceOwner } from './namespace-owner.ts';
import { claimScript } from './redis-scripts.ts';

export async function readOwner(redis: Redis, namespace: string): Promise<NamespaceOwner | undefined> {
  return ownerOf(await redis.hget(redisKey.namespaceOwners, namespace));
}

/** Reads all owners by namespace. */
export async function readOwners(redis: Redis): Promise<ReadonlyMap<string, NamespaceOwner>> {
  const texts = Object.entries(await redis.hgetall(redisKey.namespaceOwners));
  return new Map(texts.map(([namespace, text]) => [namespace, JSON.parse(text) as NamespaceOwner])); // as in ownerOf
}

export async function claimNamespace(
  redis: Redis,
  { namespace, owner, takesOver }: NamespaceClaim,
): Promise<ClaimOutcome> {
  const { repository } = owner;
  const given = { owners: redisKey.namespaceOwners, namespace, repository, owner: JSON.stringify(owner), takesOver };
  const [outcome, text] = (await claimScript.run(redis, given)) as [ClaimOutcome['outcome'], string]; // our own script
  const other = ownerOf(text);
  return outcome === 'owned' && other !== undefined
    ? { outcome, owner: other }
    : { outcome: 'claimed', previous: other };
}

/** @returns the owner until then */
export async function releaseNamespace(redis: Redis, namespace: string): Promise<NamespaceOwner | undefined> {
  const owner = await readOwner(redis, namespace);
  await redis.hdel(redisKey.namespaceOwners, namespace);
  return owner;
}

/** @param text absent or empty if there is no owner */
export function ownerOf(text: string | null | undefined): NamespaceOwner | undefined {
  return text ? (JSON.parse(text) as NamespaceOwner) : undefined; // written by the store itself
}
