import { AppError } from '../problem/app-error.ts';
import type { AccessPolicy, Right } from './access-policy.ts';
import type { Identity } from './identity.ts';

/** The user behind a request, and what they may do. */
export class Caller {
  /** Recorded as the actor of what they change. */
  readonly subject: string;
  /** Tells callers apart where they take turns at something that they share. */
  readonly key: string;
  /** Whether there is anything that they may not do or see. */
  readonly isLimited: boolean;
  readonly #limits: Limits | undefined;

  private constructor(subject: string, key: string, limits?: Limits) {
    this.subject = subject;
    this.key = key;
    this.isLimited = limits !== undefined;
    this.#limits = limits;
  }

  /** @param policy everyone who is known may do all when there is none */
  static of(identity: Identity, policy: AccessPolicy | undefined): Caller {
    const key = subjectKey(identity.subject);
    if (policy === undefined) return new Caller(identity.subject, key);
    const may: Limits['may'] = (right, namespace) => policy.may(identity, right, namespace);
    return new Caller(identity.subject, key, {
      may,
      sees: (namespace) => may('read', namespace) || may('execute', namespace),
    });
  }

  /**
   * A caller whose identity is not required; only operations that change nothing are served to them.
   * @param hint of who it probably is: an identity that nobody asked for, else the client's address
   */
  static unknown(hint: { readonly subject: string } | { readonly address: string }): Caller {
    return new Caller('', 'subject' in hint ? subjectKey(hint.subject) : `address:${hint.address}`);
  }

  /**
   * Flowgate itself, acting for a flow whose authors had the rights when they stored it. It may do everything; what goes
   * wrong is told to those who read the namespace of that flow, so it sees no other one.
   */
  static trusted(subject: string, namespace: string): Caller {
    return new Caller(subject, subjectKey(subject), { may: () => true, sees: (other) => other === namespace });
  }

  may(right: Right, namespace: string): boolean {
    return this.#limits?.may(right, namespace) ?? true;
  }

  /**
   * Whether the caller may know what the flows of a namespace hold: those who may read them, and those who may take them
   * into a flow of their own.
   */
  sees(namespace: string): boolean {
    return this.#limits?.sees(namespace) ?? true;
  }

  /** @throws {AppError} `forbidden` */
  demand(right: Right, namespace: string): void {
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

interface Limits {
  readonly may: (right: Right, namespace: string) => boolean;
  readonly sees: (namespace: string) => boolean;
}
