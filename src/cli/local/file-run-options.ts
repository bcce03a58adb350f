import { UsageError } from '../command.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';
import { requestOptions } from '../executions/run-options.ts';
import type { ParsedArguments } from '../parse-arguments.ts';

/** The options of `flowgate run` that apply to a flow in a file, for `parseArguments`. */
export const fileRunOptions = { flows: { multiple: true }, artifacts: {}, task: {} } as const;
export const fileRunSwitches = ['keep-workspace'] as const;

/** The same options for `--help`. */
export const fileRunHelp = `  --flows DIR              find called flows here, in subfolders too; repeat for several (default: the folder of the flow)
  --artifacts DIR          keep output files here
  --task ID                run the tasks up to and including this one
  --keep-workspace         keep the workspace, and print its path`;

/** @throws {UsageError} for options that need a server */
export function demandNoServerOptions(parsed: ParsedArguments): void {
  const wrong = given(parsed, [...Object.keys(gatewayOptions), ...Object.keys(requestOptions), 'follow']);
  if (wrong.length > 0)
    throw new UsageError(`${wrong.join(', ')} need a server; a flow in a file runs on this machine.`);
}

/** @throws {UsageError} for options that need a file */
export function demandNoFileOptions(parsed: ParsedArguments): void {
  const wrong = given(parsed, [...Object.keys(fileRunOptions), ...fileRunSwitches]);
  if (wrong.length > 0)
    throw new UsageError(`${wrong.join(', ')} are for a flow in a file; this flow runs on a server.`);
}

function given({ values, lists, switches }: ParsedArguments, options: readonly string[]): readonly string[] {
  return options
    .filter((option) => values[option] !== undefined || lists[option] !== undefined || switches.has(option))
    .map((option) => `--${option}`);
}
