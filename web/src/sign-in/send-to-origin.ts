/** Sends a message to other pages of this origin. A BroadcastChannel reaches no other, and takes no target origin. */
export function sendToOrigin(channel: BroadcastChannel, message: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message);
}
