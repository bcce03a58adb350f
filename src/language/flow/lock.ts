import type { Template } from '../expressions/template.ts';

/** An entry of a flow's `locks` (docs/reference/flows.md). */
export interface LockRequest {
  /** The name as it is written; empty if it could not be read. */
  readonly text: string;
  /** Where the name is, below the entry. */
  readonly place: readonly [] | readonly ['name'];
  /** It refers only to inputs. */
  readonly name: Template;
  /** At least 1. */
  readonly permits: number;
}

/** Max locks of a flow. */
export const maxLocks = 20;

const nameSyntax = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** What the name of a lock can be, in words. */
export const lockNameWords = '1 to 128 letters, digits, ".", "_" and "-", the first one a letter or digit';

export function isLockName(text: string): boolean {
  return nameSyntax.test(text);
}

/** How urgent the executions of a flow are while they are held or queued. */
export const priorities = { min: 0, default: 50, max: 100 } as const;

/** Why flows of a namespace cannot take permits of a lock, as a sentence; undefined if they can. */
export type LockProblem = (use: LockUse) => string | undefined;

export interface LockUse {
  readonly namespace: string;
  readonly name: string;
  readonly permits: number;
}
