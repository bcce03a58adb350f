import type { EventReceiver } from '../../base/config/event-receivers.ts';
import type { NotifyRule } from '../../language/flow/notify.ts';

/** The file in `FLOWGATE_RECEIVERS` (docs/how-to/send-notifications.md), with the secrets that it names. */
export interface ReceiverFile {
  readonly receivers: readonly DeclaredReceiver[];
  /** Present if a receiver is reached by mail. */
  readonly mail?: MailServer;
  readonly defaults: readonly NamespaceDefaults[];
  readonly commitStatus: readonly StatusTarget[];
}

/** Whom Flowgate notifies: a receiver that flows name, or one of the settings. */
export type Receiver = DeclaredReceiver | EventReceiver;
export function isOfSettings(receiver: Receiver): receiver is EventReceiver {
  return 'events' in receiver;
}

export type Program = Extract<Receiver, { readonly kind: 'url' }>;
export type People = Exclude<Receiver, Program>;

export type DeclaredReceiver = ReceiverCommon &
  (
    | { readonly kind: 'slack' | 'teams'; readonly url: string }
    | { readonly kind: 'mail'; readonly to: readonly string[] }
    | {
        readonly kind: 'url';
        readonly url: string;
        /** `whsec_...`; each signs. */
        readonly secrets: readonly string[];
      }
  );

interface ReceiverCommon {
  /** `slack:web` */
  readonly name: string;
  /** Patterns for the namespaces whose flows can notify it. */
  readonly namespaces: readonly string[];
}

export const mailSecurities = ['starttls', 'implicit', 'none'] as const;

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** Undefined without a sign-in. */
  readonly user?: string;
  readonly password?: string;
  /** The address of the sender. */
  readonly from: string;
  readonly tls: (typeof mailSecurities)[number];
}

/** What flows of namespaces notify of that do not say so themselves. */
export interface NamespaceDefaults {
  readonly namespaces: readonly string[];
  readonly notify: readonly NotifyRule[];
}

export const forges = ['github', 'gitlab', 'gitea', 'forgejo'] as const;
export type Forge = (typeof forges)[number];

/** Where flows of namespaces show the state of executions on commits. */
export interface StatusTarget {
  readonly namespaces: readonly string[];
  readonly provider: Forge;
  /** The address of the forge, as people open it, without a slash at the end. */
  readonly url: string;
  readonly token: string;
  /** `acme/shop`, or `acme/*` for all below. */
  readonly repositories: readonly string[];
}
