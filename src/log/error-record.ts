import { sourceStack } from './source-stack.ts';

/** An error in the log. */
interface ErrorRecord {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorRecord;
}

const maxCauses = 5;

/**
 * Copies only known fields: libraries attach entire requests and commands, including their values, to errors.
 * @returns other values unchanged
 */
export function errorRecord(error: unknown): unknown {
  return error instanceof Error ? recordOf(error, maxCauses) : error;
}

function recordOf(error: Error, causes: number): ErrorRecord {
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    stack: stack === undefined ? undefined : sourceStack(stack),
    ...(cause instanceof Error && causes > 0 && { cause: recordOf(cause, causes - 1) }),
  };
}
