import { AppError } from '../problem/app-error.ts';
import type { AccessPolicy, Right } from './access-policy.ts';
import type { Identity } from './identity.ts';

/** Who asks for something, and what they may do. */
export class Caller {
  /** Recorded as the actor of what they change. */
  readonly subject: string;
  /** Tells callers apart where they take turns at something that they share. */
  readonly key: string;
  /** Whether there is anything that they may not do. */
  readonly isLimited: boolean;
  readonly #may: (right: Right, namespace: string) => boolean;

  private constructor(subject: string, key: string, may?: (right: Right, namespace: string) => boolean) {
    this.subject = subject;
    this.key = key;
    this.isLimited = may !== undefined;
    this.#may = may ?? (() => true);
  }

  /** @param policy everyone who is known may do all when there is none */
  static of(identity: Identity, policy: AccessPolicy | undefined): Caller {
    return new Caller(identity.subject, subjectKey(identity.subject), policy && ((right, namespace) => policy.may(identity, right, namespace)));
  }

  /**
   * A caller whose identity is not required; only operations that change nothing are served to them.
   * @param hint of who it probably is: an identity that nobody asked for, else the client's address
   */
  static unknown(hint: { readonly subject: string } | { readonly address: string }): Caller {
    return new Caller('', 'subject' in hint ? subjectKey(hint.subject) : `address:${hint.address}`);
  }

  /** Flowgate itself, for people who had the rights when they asked for it: a trigger in the name of the flow's authors. */
  static trusted(subject: string): Caller {
    return new Caller(subject, subjectKey(subject));
  }

  may(right: Right, namespace: string): boolean {
    return this.#may(right, namespace);
  }

  /** @throws {AppError} `forbidden` */
  demand(right: Right, namespace: string): void {
    if (this.#may(right, namespace)) return;
    const { subject } = this;
    throw new AppError('forbidden', `${JSON.stringify(subject)} does not have the right to ${right} in the namespace ${namespace}.`, { namespace, right, subject });
  }
}

function subjectKey(subject: string): string {
  return `subject:${subject}`;
}
