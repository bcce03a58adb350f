import type { Tokens } from './tokens.ts';

/**
 * How a window in which the user signs in again gives the session to the page that is waiting for it. A channel reaches
 * only pages of this origin, and its random name only that page: the window has no opener, because pages of Flowgate
 * are isolated from windows of other sites.
 */
export interface Renewed {
  readonly subject: string;
  /** Absent behind a proxy, which keeps the session. */
  readonly tokens?: Tokens;
}

const parameter = 'renew';
const maxWaitMilliseconds = 2_000;

/** A new name of a channel, and the search of the window's address. Proxies keep a search over their own sign-in. */
export function newRenewal(): { readonly name: string; readonly search: string } {
  const name = crypto.randomUUID();
  return { name, search: `?${parameter}=${name}` };
}

/** The name of the channel in the search of an address. */
export function renewalIn(search: string): string | undefined {
  const name = new URLSearchParams(search).get(parameter) ?? '';
  return /^[0-9a-f-]{36}$/.test(name) ? name : undefined;
}

/** Waits for the session in a new window. @returns a function that stops waiting */
export function awaitRenewal(name: string, onRenewed: (renewed: Renewed) => void): () => void {
  const channel = open(name);
  channel.addEventListener('message', ({ data }) => {
    sendToOrigin(channel, 'taken');
    onRenewed(data as Renewed); // sent by `giveRenewal`
  });
  return () => channel.close();
}

/** Gives the session to the page that waits for it. @returns false if that page is gone */
export function giveRenewal(name: string, renewed: Renewed): Promise<boolean> {
  const channel = open(name);
  return new Promise<boolean>((resolve) => {
    channel.addEventListener('message', () => resolve(true));
    setTimeout(() => resolve(false), maxWaitMilliseconds);
    sendToOrigin(channel, renewed);
  }).finally(() => channel.close());
}

function open(name: string): BroadcastChannel {
  return new BroadcastChannel(`flowgate.renew.${name}`);
}

/** Sends a message to other pages of this origin. A BroadcastChannel reaches no other, and takes no target origin. */
export function sendToOrigin(channel: BroadcastChannel, message: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message);
}
