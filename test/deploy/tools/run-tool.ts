import { spawnSync } from 'node:child_process';

export interface ToolResult {
  readonly status: number | null;
  readonly output: string;
  /** Standard error. */
  readonly messages: string;
}

/**
 * Runs a tool that `npm run test:packaging` installed.
 * @param variable the environment variable with its path
 */
export function runTool(variable: string, args: readonly string[], input?: string): ToolResult {
  const { status, stdout, stderr, error } = spawnSync(installed(variable), args, { input, encoding: 'utf8' });
  if (error !== undefined) throw error;
  return { status, output: stdout, messages: stderr };
}

/** What `npm run test:packaging` installed. @throws if the suite is run in another way */
export function installed(variable: string): string {
  const path = process.env[variable];
  if (path === undefined) throw new Error(`${variable} is not set; run \`npm run test:packaging\``);
  return path;
}
