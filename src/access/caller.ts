import { AppError } from '../base/problem/app-error.ts';
import { priorities } from '../language/flow/lock.ts';
import type { AccessPolicy } from './access-policy.ts';
import { effectiveGrants, mayDo } from './effective-grants.ts';
import type { Right } from './grant.ts';
import { personOf, type Identity, type User } from './identity.ts';
import { commonNamespaces } from './namespace-pattern.ts';

/** The user of a request, and their rights. */
export class Caller {
  /** The user id, recorded as the actor of changes. */
  readonly subject: string;
  /** Identifies the caller for fair scheduling of shared resources. */
  readonly key: string;
  /** Whether a policy or an API token limits the rights of the caller. */
  readonly isLimited: boolean;
  /**
   * The user id, even if the operation requires no identity; undefined without one. In that case it grants nothing, but
   * determines whose uploads a value may refer to.
   */
  readonly user?: string;
  /**
   * The user behind the caller, as `user` even if the operation requires no identity; for an API token, its creator.
   * Undefined for Flowgate itself.
   */
  readonly person?: User;
  /** Absent if the caller is unknown, or Flowgate itself. */
  readonly identity?: Identity;
  readonly #limits: Limits | undefined;

  private constructor(subject: string, key: string, { user, person, identity, limits }: CallerParts = {}) {
    this.subject = subject;
    this.key = key;
    this.isLimited = limits !== undefined;
    this.user = user ?? (subject === '' ? undefined : subject);
    this.identity = identity;
    this.person = identity === undefined ? person : personOf(identity);
    this.#limits = limits;
  }

  /** @param policy without a policy, an authenticated user has all rights; an API token never has more than its own */
  static of(identity: Identity, policy: AccessPolicy | undefined): Caller {
    const key = subjectKey(identity.subject);
    if (policy === undefined && identity.token === undefined) return new Caller(identity.subject, key, { identity });
    const may: Limits['may'] = (right, namespace) => mayDo(identity, policy, right, namespace);
    return new Caller(identity.subject, key, {
      identity,
      limits: {
        may,
        mayWithin: (right, pattern) =>
          effectiveGrants(identity, policy).some(
            ({ namespaces, rights }) => rights.includes(right) && commonNamespaces(namespaces, [pattern]).length > 0,
          ),
        sees: (namespace) => may('read', namespace) || may('execute', namespace),
        ...(policy && { maxPriority: (namespace) => policy.maxPriority(personOf(identity), namespace) }),
      },
    });
  }

  /**
   * An unauthenticated caller, for operations that change nothing.
   * @param hint identifies the caller for fair scheduling: an optional identity, or the client's address
   */
  static unknown(hint: (Pick<User, 'subject'> & Partial<User>) | { readonly address: string }): Caller {
    if ('address' in hint) return new Caller('', `address:${hint.address}`);
    const { subject, groups = [] } = hint;
    return new Caller('', subjectKey(subject), { user: subject, person: { subject, groups } });
  }

  /**
   * Flowgate itself, acting for a flow whose authors had the rights when they stored it. It may do everything but read,
   * because answers go to senders of webhooks, and sees only the namespace of the flow, because readers of that namespace
   * can read its error messages.
   */
  static trusted(subject: string, namespace: string): Caller {
    return new Caller(subject, subjectKey(subject), {
      limits: { may: (right) => right !== 'read', sees: (other) => other === namespace },
    });
  }

  /** A caller who may read one namespace, and nothing else. */
  static readerOf(namespace: string): Caller {
    const isOwn = (other: string) => other === namespace;
    const limits: Limits = { may: (right, other) => right === 'read' && isOwn(other), sees: isOwn };
    return new Caller('', `reader:${namespace}`, { limits });
  }

  may(right: Right, namespace: string): boolean {
    return this.#limits?.may(right, namespace) ?? true;
  }

  /** Whether the caller has a right in any of the namespaces that a pattern covers. */
  mayWithin(right: Right, pattern: string): boolean {
    const limits = this.#limits;
    return limits === undefined || (limits.mayWithin ?? limits.may)(right, pattern);
  }

  /**
   * Whether the caller may know the content of flows in a namespace. Callers with `read` or `execute` may: the latter
   * can include the flows in their own.
   */
  sees(namespace: string): boolean {
    return this.#limits?.sees(namespace) ?? true;
  }

  /** The highest priority that the caller may give to the executions of flows in a namespace. */
  maxPriority(namespace: string): number {
    return this.#limits?.maxPriority?.(namespace) ?? priorities.max;
  }

  /** @throws {AppError} `forbidden` if the caller may not write flows with a priority in a namespace */
  requirePriority(priority: number, namespace: string): void {
    const max = this.maxPriority(namespace);
    if (priority <= max) return;
    const message = `${JSON.stringify(this.subject)} may give flows in the namespace ${namespace} a priority of at most ${max}; found ${priority}.`;
    throw new AppError('forbidden', message, { namespace, right: 'write', subject: this.subject, maxPriority: max });
  }

  /** @throws {AppError} `forbidden` */
  require(right: Right, namespace: string): void {
    if (this.may(right, namespace)) return;
    const { subject } = this;
    throw new AppError(
      'forbidden',
      `${JSON.stringify(subject)} does not have the right to ${right} in the namespace ${namespace}.`,
      { namespace, right, subject },
    );
  }
}

function subjectKey(subject: string): string {
  return `subject:${subject}`;
}

interface CallerParts {
  readonly user?: string;
  readonly person?: User;
  readonly identity?: Identity;
  readonly limits?: Limits;
}

interface Limits {
  readonly may: (right: Right, namespace: string) => boolean;
  /** As `may` by default. */
  readonly mayWithin?: (right: Right, pattern: string) => boolean;
  readonly sees: (namespace: string) => boolean;
  /** Unlimited by default. */
  readonly maxPriority?: (namespace: string) => number;
}
