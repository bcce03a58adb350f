import { covers } from '../../access/namespace-pattern.ts';
import type { NotifyRule, NotifyWord } from '../../language/flow/notify.ts';
import type { DeclaredReceiver, ReceiverFile } from './receiver-file.ts';
import { narrowness } from './receivers.ts';

/** Who is told what about a flow. */
export interface FoundRule extends Pick<NotifyRule, 'after'> {
  readonly on: readonly NotifyWord[];
  readonly receivers: readonly DeclaredReceiver[];
  /** Names in `to` that the namespace does not have. */
  readonly unknown: readonly string[];
}

/** The name of the queue of a receiver. */
export function queueOf({ name }: Pick<DeclaredReceiver, 'name'>): string {
  return name.replace(':', '-');
}

/** The receivers of the operator's file. */
export class DeclaredReceivers {
  readonly all: readonly DeclaredReceiver[];
  readonly #defaults: ReceiverFile['defaults'];

  constructor({ receivers, defaults }: Pick<ReceiverFile, 'receivers' | 'defaults'>) {
    this.all = receivers;
    this.#defaults = defaults;
  }

  /**
   * The rules of a flow.
   * @param own the flow's `notify`; undefined for the defaults of its namespace
   */
  rulesOf(namespace: string, own: readonly NotifyRule[] | undefined): readonly FoundRule[] {
    return (own ?? this.#defaultsOf(namespace)).map(({ on, after, to }) => {
      const receivers = this.all.filter((receiver) => to.includes(receiver.name) && isFor(receiver, namespace));
      const unknown = to.filter((name) => receivers.every((receiver) => receiver.name !== name));
      return { on, ...(after && { after }), receivers, unknown };
    });
  }

  /** The rules with the narrowest pattern that covers the namespace. */
  #defaultsOf(namespace: string): readonly NotifyRule[] {
    const covering = this.#defaults.map(({ namespaces, notify }) => {
      const patterns = namespaces.filter((pattern) => covers(pattern, namespace));
      return { notify, narrowness: Math.max(...patterns.map(narrowness)) };
    });
    const narrowest = Math.max(...covering.map((each) => each.narrowness));
    return covering
      .filter((each) => each.narrowness === narrowest && narrowest > -Infinity)
      .flatMap(({ notify }) => notify);
  }
}

/** Whether flows of a namespace can notify a receiver. */
export function isFor({ namespaces }: Pick<DeclaredReceiver, 'namespaces'>, namespace: string): boolean {
  return namespaces.some((pattern) => covers(pattern, namespace));
}
