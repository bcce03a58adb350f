import { AppError } from '../../problem/app-error.ts';

/**
 * Runs a step on Redis and turns the loss of Redis, and a lack of room there, into an error that a client can understand. A reply of Redis that
 * reports a mistake of ours stays what it is: a defect.
 */
export async function onRedis<Value>(step: () => Promise<Value>): Promise<Value> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof Error) || !isOutage(error)) throw error;
    throw outageError(error);
  }
}

function outageError(cause: Error): AppError {
  const replies = repliesOf(cause);
  const says = (syntax: RegExp) => replies.some(({ message }) => syntax.test(message));
  if (says(/^OOM\b/))
    return new AppError(
      'insufficient-storage',
      'There is no room for changes: the memory of the store is full. Reading still works.',
      {},
      { cause },
    );
  if (says(/^MISCONF\b.*No space left/s))
    return new AppError(
      'insufficient-storage',
      'There is no room for changes: the disk of the store is full. Reading still works.',
      {},
      { cause },
    );
  if (says(/^MISCONF\b/))
    return new AppError(
      'store-unavailable',
      'The store takes no changes at the moment, as it cannot write to its disk. Reading still works.',
      {},
      { cause },
    );
  return new AppError(
    'store-unavailable',
    'The store of flows cannot be reached at the moment. A change that was just sent may have been stored or not: read it back before sending it again.',
    {},
    { cause },
  );
}

/** Replies of a Redis that is there but cannot serve now: still loading, without a writable master, out of memory. */
const temporaryReplies =
  /^(LOADING|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN|BUSY|OOM|MISCONF|NOREPLICAS|NOAUTH|WRONGPASS|NOPERM)\b/;

function isOutage(error: Error): boolean {
  if (error.name !== 'ReplyError') return true;
  return repliesOf(error).some(({ message }) => temporaryReplies.test(message));
}

/** A transaction says only that it was given up; why, is told by its commands. */
function repliesOf(error: Error): readonly Error[] {
  const replies: readonly unknown[] =
    'previousErrors' in error && Array.isArray(error.previousErrors) ? error.previousErrors : [error];
  return replies.filter((reply) => reply instanceof Error);
}
