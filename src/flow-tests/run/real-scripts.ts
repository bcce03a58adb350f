import type { RunReport, ScriptRunner } from '../../engine/local/run-ports.ts';
import type { AcceptedValues } from '../../flow-files/accept-values.ts';

/** Runs the scripts of one case on this machine. */
export interface Scripts {
  readonly runner: ScriptRunner;
  /** The texts of the files that were kept, by path. */
  artifacts(): Promise<ReadonlyMap<string, string>>;
  /** Ends all processes and removes all files. */
  close(): Promise<void>;
}

export type OpenScripts = (execution: {
  readonly values: AcceptedValues;
  readonly record: RunReport;
}) => Promise<Scripts>;

/** For a case in which no script runs. */
export const noScripts: Scripts = {
  runner: {
    prepare: async () => undefined,
    workspace: () => '/workspace',
    attempt: async ({ path }) => {
      throw new TypeError(`A script runs in a case without real tasks: ${path}`);
    },
    keep: async () => undefined,
  },
  artifacts: async () => new Map(),
  close: async () => undefined,
};
