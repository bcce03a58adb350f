import type { Grant } from './grant.ts';
import type { Surface } from './surface.ts';

/** An authenticated user: the id and groups from the organisation's identity provider. */
export interface User {
  readonly subject: string;
  readonly groups: readonly string[];
}

/** An authenticated caller: a user, or an API token that acts for one. */
export interface Identity extends User {
  /** When the token of the request expires; absent if it does not, or the request has none. */
  readonly expiresAt?: Date;
  /** Absent for a user. */
  readonly token?: TokenScope;
}

/** The limits of an API token, in addition to the rights of its creator. */
export interface TokenScope extends Pick<Grant, 'namespaces' | 'rights'> {
  readonly id: string;
  readonly surfaces: readonly Surface[];
  /** With the groups that the user had then. */
  readonly creator: User;
}

/** The user behind a caller: for an API token, its creator. */
export function personOf(identity: Identity): User {
  return identity.token?.creator ?? identity;
}

/** The user id of an API token, recorded as the actor of changes. */
export function tokenSubject(name: string): string {
  return `token:${name}`;
}

/** Whether a user id looks like an actor that is not a user. An identity provider must not be able to send one. */
export function isReservedSubject(subject: string): boolean {
  return /^(?:token|webhook|schedule):/i.test(subject);
}
