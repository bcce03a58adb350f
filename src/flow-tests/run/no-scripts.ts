import type { ScriptRunner } from '../../engines/local/interpreter/run-ports.ts';

/** For a case in which no script runs. */
export const noScripts: ScriptRunner = {
  prepare: async () => undefined,
  workspace: () => '/workspace',
  fetch: async () => ({ kind: 'fetched' }),
  attempt: async ({ path }) => {
    throw new TypeError(`A script runs in a case without real tasks: ${path}`);
  },
  keep: async () => undefined,
};
