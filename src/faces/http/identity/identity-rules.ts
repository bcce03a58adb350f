import type { AccessPolicy } from '../../../access/access-policy.ts';
import type { IdentityVerifier } from './identity-verifier.ts';

/** How callers are identified. */
export interface IdentityRules {
  readonly verifier: IdentityVerifier;
  /** Whether reading requires an identity, except for public operations; a policy always requires one. */
  readonly forReading: boolean;
  /** Without a policy, all authenticated users have all rights. */
  readonly policy?: AccessPolicy;
  /** How often the caller of a response that takes long is authenticated again; `defaultRecheck` if absent. */
  readonly recheckMilliseconds?: number;
}
