import { artifactCommands } from './commands/artifact-commands.ts';
import { contextCommands } from './commands/context-commands.ts';
import { executionCommands } from './commands/execution-commands.ts';
import { flowFileCommands } from './commands/flow-file-commands.ts';
import { importCommands } from './commands/import-commands.ts';
import { lockCommands } from './commands/lock-commands.ts';
import { namespaceCommands } from './commands/namespace-commands.ts';
import { notifyCommands } from './commands/notify-commands.ts';
import { runCommands } from './commands/run-commands.ts';
import { serverCommands } from './commands/server-commands.ts';
import { storedFlowCommands } from './commands/stored-flow-commands.ts';
import { syncCommands } from './commands/sync-commands.ts';
import { types } from './commands/task-type-commands.ts';
import { tokenCommands } from './commands/token-commands.ts';
import { completeCommand, toolCommands } from './commands/tool-commands.ts';
import { triggerCommands } from './commands/trigger-commands.ts';
import { waitCommands } from './commands/wait-commands.ts';
import type { Commands } from './declaration/command-declaration.ts';

const { init, ...tools } = toolCommands; // new users start with `init`

/** All commands by name, in the order of `--help`. */
export const commands: Commands = {
  init,
  ...flowFileCommands,
  ...importCommands,
  types,
  ...syncCommands,
  ...storedFlowCommands,
  ...namespaceCommands,
  ...runCommands,
  ...executionCommands,
  ...waitCommands,
  ...lockCommands,
  ...artifactCommands,
  ...triggerCommands,
  ...notifyCommands,
  ...tokenCommands,
  ...serverCommands,
  ...contextCommands,
  ...tools,
  __complete: completeCommand(() => commands),
};
