import type { OptionDeclarations, OptionValues } from '../declaration/option-declaration.ts';
import { ciOptions, requestOptions } from '../executions/run-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';
import { UsageError } from '../terminal.ts';

const group = 'For a flow in a file';

/** The options of `flowgate run` that apply to a flow in a file. */
export const fileRunOptions = {
  flows: {
    value: 'DIR',
    repeated: true,
    completion: 'folder',
    summary: 'look for called flows in this folder and its subfolders, instead of in the folder of the file',
    group,
  },
  artifacts: { value: 'DIR', completion: 'folder', summary: 'keep output files in this folder', group },
  task: { value: 'ID', summary: 'run the tasks up to and including this one', group },
  approve: {
    value: 'TASK',
    repeated: true,
    summary: 'approve this task with the defaults of its form, instead of asking on the terminal',
    group,
  },
  'keep-workspace': { summary: 'keep the workspace, and print its path', group },
} as const satisfies OptionDeclarations;

export type FileRunOptions = OptionValues<typeof fileRunOptions>;

/** @throws {UsageError} for options that need a server */
export function requireNoServerOptions(options: Readonly<Record<string, unknown>>): void {
  const wrong = given(options, [
    ...Object.keys(gatewayOptions),
    ...Object.keys({ ...requestOptions, ...ciOptions }),
    'follow',
  ]);
  if (wrong.length > 0)
    throw new UsageError(`${wrong.join(', ')} need a server; a flow in a file runs on this machine.`);
}

/** @throws {UsageError} for options that need a file */
export function requireNoFileOptions(options: Readonly<Record<string, unknown>>): void {
  const wrong = given(options, Object.keys(fileRunOptions));
  if (wrong.length > 0)
    throw new UsageError(`${wrong.join(', ')} are for a flow in a file; this flow runs on a server.`);
}

function given(options: Readonly<Record<string, unknown>>, names: readonly string[]): readonly string[] {
  const isGiven = (value: unknown) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  return names.filter((name) => isGiven(options[name])).map((name) => `--${name}`);
}
