import { covers } from '../../access/namespace-pattern.ts';
import type { EventReceiver } from '../../base/config/event-receivers.ts';
import type { NotifyRule, NotifyWord } from '../../language/flow/notify.ts';
import { executionStates, finalStates, type ExecutionState } from '../../lifecycle/execution-state.ts';
import {
  isOfSettings,
  type DeclaredReceiver,
  type NamespaceDefaults,
  type Receiver,
  type ReceiverFile,
} from './receiver-file.ts';

/** Who is told what about a flow. */
export interface FoundRule extends Pick<NotifyRule, 'after'> {
  readonly on: readonly ToldWord[];
  readonly receivers: readonly Receiver[];
  /** Names in `to` that the namespace does not have. */
  readonly unknown: readonly string[];
}

/** What a receiver is told of; flows only name those of `NotifyWord`. */
export type ToldWord = NotifyWord | ExecutionState;

/** The name of the queue of a receiver. */
export function queueOf(receiver: Receiver): string {
  return isOfSettings(receiver) ? receiver.queue : receiver.name.replace(':', '-');
}

/** The receivers of the operator's file, and of the settings. */
export class DeclaredReceivers {
  /** Whether there is a file: without one, flows notify nobody. */
  readonly areNamed: boolean;
  readonly #ofSettings: readonly EventReceiver[];
  readonly #ofFile: readonly DeclaredReceiver[];
  readonly #defaults: readonly NamespaceDefaults[];

  constructor(ofSettings: readonly EventReceiver[], file: ReceiverFile | undefined) {
    this.areNamed = file !== undefined;
    this.#ofSettings = ofSettings;
    this.#ofFile = file?.receivers ?? [];
    this.#defaults = file?.defaults ?? [];
  }

  /** The rules of the settings, for all flows of a namespace. */
  commonRules(namespace: string): readonly FoundRule[] {
    return narrowestFor(namespace, this.#ofSettings).map((receiver) => ({
      on: wordsOf[receiver.events],
      receivers: [receiver],
      unknown: [],
    }));
  }

  /**
   * The rules of a flow.
   * @param own the flow's `notify`; undefined for the defaults of its namespace
   */
  rulesOf(namespace: string, own: readonly NotifyRule[] | undefined): readonly FoundRule[] {
    const rules = own ?? narrowestFor(namespace, this.#defaults).flatMap(({ notify }) => notify);
    return rules.map(({ on, after, to }) => {
      const receivers = this.#ofFile.filter((receiver) => to.includes(receiver.name) && isFor(receiver, namespace));
      const unknown = to.filter((name) => receivers.every((receiver) => receiver.name !== name));
      return { on, ...(after && { after }), receivers, unknown };
    });
  }
}

const wordsOf = { all: [...executionStates, 'WAITING'], ended: finalStates } as const;

/** Whether flows of a namespace can notify a receiver. */
export function isFor({ namespaces }: Pick<Receiver, 'namespaces'>, namespace: string): boolean {
  return namespaces.some((pattern) => covers(pattern, namespace));
}

/** Those with the narrowest pattern that covers the namespace. */
function narrowestFor<Entry extends Pick<Receiver, 'namespaces'>>(
  namespace: string,
  entries: readonly Entry[],
): readonly Entry[] {
  const covering = entries.filter((entry) => isFor(entry, namespace));
  const narrowness = ({ namespaces }: Entry) =>
    Math.max(...namespaces.filter((pattern) => covers(pattern, namespace)).map(narrownessOf));
  const narrowest = Math.max(...covering.map(narrowness));
  return covering.filter((entry) => narrowness(entry) === narrowest);
}

/** A namespace is narrower than any pattern, and a longer pattern than a shorter one. */
function narrownessOf(pattern: string): number {
  return pattern.endsWith('*') ? pattern.length : Infinity;
}
