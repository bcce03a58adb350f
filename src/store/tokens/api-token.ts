import type { Grant } from '../../access/grant.ts';
import type { User } from '../../access/identity.ts';
import type { Surface } from '../../access/surface.ts';

/** An API token without its text, which was shown once. */
export interface ApiToken extends Pick<Grant, 'namespaces' | 'rights'> {
  readonly id: string;
  readonly name: string;
  readonly surfaces: readonly Surface[];
  /** The user who created it, with the groups of that time. */
  readonly creator: User;
  /** ISO 8601 in UTC, like all times here. */
  readonly createdAt: string;
  /** Absent if it never expires. */
  readonly expiresAt?: string;
}

export interface ListedToken extends ApiToken {
  /** To the minute; absent if it was never used. */
  readonly lastUsedAt?: string;
}

export interface StoredToken extends ApiToken {
  /** The SHA-256 of the secret. */
  readonly hash: string;
}

export interface TokenLimits {
  /** Max tokens of one user. */
  readonly perCreator: number;
  readonly inAll: number;
}

/** Why a token was not stored: another token has its name, or the user or the installation has too many. */
export type TokenRejection = 'name-taken' | 'too-many-of-creator' | 'too-many-in-all';

/** How long an expired token is listed, so that users see why it is rejected. */
export const expiredDays = 30;

/** How precise the time of the last use is, in milliseconds, so that most uses write nothing. */
export const useInterval = 60_000;
