import { AppError } from '../../base/problem/app-error.ts';

/**
 * Runs a Redis operation and converts a lost connection or a lack of space into an error that a client can understand.
 * An error reply caused by our own mistake is not converted: it is a defect.
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
      'Changes are not possible because the memory of the store is full. Reading still works.',
      {},
      { cause },
    );
  if (says(/^MISCONF\b.*No space left/s))
    return new AppError(
      'insufficient-storage',
      'Changes are not possible because the disk of the store is full. Reading still works.',
      {},
      { cause },
    );
  if (says(/^MISCONF\b/))
    return new AppError(
      'store-unavailable',
      'Changes are not possible because the store cannot write to its disk. Reading still works.',
      {},
      { cause },
    );
  return new AppError(
    'store-unavailable',
    'The store is unavailable. A change that you just sent may or may not have been saved: check before you send it again.',
    {},
    { cause },
  );
}

/**
 * Replies of a Redis that is running but cannot serve requests now: still loading, without a writable master, out of
 * memory.
 */
const temporaryReplies =
  /^(LOADING|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN|BUSY|OOM|MISCONF|NOREPLICAS|NOAUTH|WRONGPASS|NOPERM)\b/;

function isOutage(error: Error): boolean {
  return error.name !== 'ReplyError' || isUnableReply(error);
}

/** Whether an error is such a reply. */
export function isUnableReply(error: Error): boolean {
  return error.name === 'ReplyError' && repliesOf(error).some(({ message }) => temporaryReplies.test(message));
}

/** A transaction reports only that it was aborted; the errors of its commands contain the reason. */
function repliesOf(error: Error): readonly Error[] {
  const replies: readonly unknown[] =
    'previousErrors' in error && Array.isArray(error.previousErrors) ? error.previousErrors : [error];
  return replies.filter((reply) => reply instanceof Error);
}
