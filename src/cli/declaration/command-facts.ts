import { exitStatuses } from '../exit-status.ts';
import type { CommandDeclaration } from './command-declaration.ts';

/** The exit statuses that a command can end with, and their meanings. */
export function statusesOf({ exit }: CommandDeclaration): readonly (readonly [string, string])[] {
  return Object.entries({ 0: exitStatuses[0], 2: exitStatuses[2], ...exit });
}

/** The environment variables that a command reads, and their meanings. */
export function environmentOf({ options, environment }: CommandDeclaration): Readonly<Record<string, string>> {
  const ofOptions = Object.entries(options).flatMap(([name, { variable }]) =>
    variable === undefined ? [] : [[variable, `used if --${name} is absent`] as const],
  );
  return { ...Object.fromEntries(ofOptions), ...environment };
}
