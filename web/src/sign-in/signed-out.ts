import { basePath } from '../api/base-path.ts';
import { sendToOrigin } from './renewal-channel.ts';

/** After an explicit sign-out, nobody is signed in again without a click, in no tab of this browser. */
export type SignedOut = 'here' | 'at-issuer';

const key = `flowgate.signed-out ${basePath}`;
/** One for all of this page, because a channel does not receive its own messages. */
const channel = new BroadcastChannel(`flowgate.session ${basePath}`);

/** Whether the user has signed out, and whether the issuer was told. */
export function signedOut(): SignedOut | undefined {
  const value = localStorage.getItem(key);
  return value === 'here' || value === 'at-issuer' ? value : undefined;
}

/** Remembers it, and notifies the other tabs. */
export function markSignedOut(how: SignedOut): void {
  localStorage.setItem(key, how);
  sendToOrigin(channel, 'signed-out');
}

export function forgetSignedOut(): void {
  localStorage.removeItem(key);
}

/** Calls back when the user signs out in another tab. */
export function onSignedOutElsewhere(callback: () => void): void {
  channel.addEventListener('message', callback);
}
