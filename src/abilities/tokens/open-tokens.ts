import { RedisTokenStore } from '../../store/tokens/redis-token-store.ts';
import type { Ability } from '../parts/ability.ts';
import type { Parts } from '../parts/parts.ts';
import { AuditService } from './audit-service.ts';
import { TokenService } from './token-service.ts';

/** The tokens of users, and the trail of what callers changed. */
export function openTokens({ redis, settings, audit, now }: Parts) {
  const store = new RedisTokenStore(redis);
  return {
    api: { tokens: new TokenService({ store, maxDays: settings.tokenDays, now }), audit: new AuditService(audit) },
  } satisfies Ability;
}
