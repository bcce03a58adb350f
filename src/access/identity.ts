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
interface TokenScope extends Pick<Grant, 'namespaces' | 'rights'> {
  readonly id: string;
  readonly surfaces: readonly Surface[];
  /** With the groups that the user had then. */
  readonly creator: User;
}

/** The user behind a caller: for an API token, its creator. */
export function personOf(identity: Identity): User {
  return identity.token?.creator ?? identity;
}

/** The kinds of actors that are not users. */
const actorKinds = ['token', 'webhook', 'schedule', 'signal', 'jenkins'] as const;

/** The actor of changes that no user makes: the kind, and its name in that kind. */
export function actorOf(kind: (typeof actorKinds)[number], name: string): string {
  return `${kind}:${name}`;
}

/** Whether a user id looks like an actor that is not a user. Nothing that identifies users must be able to say one. */
export function isReservedSubject(subject: string): boolean {
  return reserved.test(subject);
}

const reserved = new RegExp(`^\\s*(?:${actorKinds.join('|')})\\s*:`, 'i');

/** Why `isReservedSubject` is not a user, after the name of what contains it. */
export const reservedSubject = `must not start with ${actorKinds.map((kind) => `"${kind}:"`).join(', ')}: they are not users`;
