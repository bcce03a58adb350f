import type { Wait, WaitTexts } from '../../language/flow/wait.ts';
import { shortened } from '../../problem/describe-value.ts';

/** Max characters of the question of an approval. */
const maxMessage = 2_000;

export function shownMessage({ message }: WaitTexts): string | undefined {
  return message === undefined ? undefined : shortened(message, maxMessage);
}

/** Why a task that waited has failed when its timeout was over. */
export function timeoutReason(wait: Wait, timeout: string): string {
  if (wait.kind === 'signal') return `no signal ${wait.signal} arrived within ${timeout}`;
  return `nobody decided within ${timeout}`;
}
