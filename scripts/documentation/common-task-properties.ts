/** The properties that every task has (DESIGN 2); `docs/tasks.md` tells about them once. */
export const commonTaskProperties: readonly string[] = [
  'id',
  'type',
  'description',
  'disabled',
  'run_if',
  'allow_failure',
  'retry',
  'timeout',
  'outputSchema',
  'worker_group',
];
