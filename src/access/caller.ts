import { AppError } from '../problem/app-error.ts';
import type { AccessPolicy, Right } from './access-policy.ts';
import type { Identity } from './identity.ts';

/** Who asks for something, and what they may do. */
export class Caller {
  /** Recorded as the actor of what they change. */
  readonly subject: string;
  /** Whether there is anything that they may not do. */
  readonly isLimited: boolean;
  readonly #may: (right: Right, namespace: string) => boolean;

  private constructor(subject: string, may?: (right: Right, namespace: string) => boolean) {
    this.subject = subject;
    this.isLimited = may !== undefined;
    this.#may = may ?? (() => true);
  }

  /** @param policy everyone who is known may do all when there is none */
  static of(identity: Identity, policy: AccessPolicy | undefined): Caller {
    return new Caller(identity.subject, policy && ((right, namespace) => policy.may(identity, right, namespace)));
  }

  /** Somebody who did not have to say who they are; only operations that change nothing are served to them. */
  static readonly unknown = new Caller('');

  /** Flowgate itself, for people who had the rights when they asked for it: a trigger in the name of the flow's authors. */
  static trusted(subject: string): Caller {
    return new Caller(subject);
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
