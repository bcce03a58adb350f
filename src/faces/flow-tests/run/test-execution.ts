import type { ScriptRunner } from '../../../engines/local/interpreter/run-ports.ts';

/** What tests of flows see as their execution (docs/reference/flow-tests.md). */
export const testExecution = {
  id: '00000000000000000000000000',
  /** The start of `execution.url`. */
  executionsUrl: 'https://flowgate.example/ui/executions/',
} as const;

/** A runner for a case in which no script runs. */
export const noScripts: ScriptRunner = {
  prepare: async () => undefined,
  remove: async () => undefined,
  workspace: () => '/workspace',
  fetch: async () => ({ kind: 'fetched' }),
  attempt: async ({ path }) => {
    throw new TypeError(`A script runs in a case without real tasks: ${path}`);
  },
  keep: async () => undefined,
};
