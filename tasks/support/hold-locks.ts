/** A property of tasks that wait. */
export const holdLocks = {
  type: 'boolean',
  'x-language': 'verbatim',
  description:
    'Whether the execution keeps its [locks](../flows.md#locks-and-priority) while it waits. Default: false.',
} as const;

/** The part of a wait that says so. */
export function holdsLocks(isHeld: boolean | undefined): { readonly holdsLocks?: true } {
  return isHeld === true ? { holdsLocks: true } : {};
}
