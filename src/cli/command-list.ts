import type { CommandLoaders } from './declaration/command-declaration.ts';

const apply = async () => (await import('./commands/apply-command.ts')).applyCommand;

/** All commands by name, in the order of `--help`. A second name with the same declaration is an alias. */
export const commandLoaders: CommandLoaders = {
  init: async () => (await import('./commands/init-command.ts')).initCommand,
  validate: async () => (await import('./commands/validate-command.ts')).validateCommand,
  schema: async () => (await import('./commands/schema-command.ts')).schemaCommand,
  transpile: async () => (await import('./commands/transpile-command.ts')).transpileCommand,
  test: async () => (await import('./commands/test-command.ts')).testCommand,
  lsp: async () => (await import('./commands/lsp-command.ts')).lspCommand,
  library: async () => (await import('./commands/library-command.ts')).libraryCommand,
  pull: async () => (await import('./commands/pull-command.ts')).pullCommand,
  apply,
  push: apply,
  diff: async () => (await import('./commands/diff-command.ts')).diffCommand,
  run: async () => (await import('./commands/run-command.ts')).runCommand,
  replay: async () => (await import('./commands/replay-command.ts')).replayCommand,
  executions: async () => (await import('./commands/executions-command.ts')).executionsCommand,
  status: async () => (await import('./commands/status-command.ts')).statusCommand,
  logs: async () => (await import('./commands/logs-command.ts')).logsCommand,
  stop: async () => (await import('./commands/stop-command.ts')).stopCommand,
  audit: async () => (await import('./commands/audit-command.ts')).auditCommand,
  tokens: async () => (await import('./commands/tokens-commands.ts')).tokensCommands,
  context: async () => (await import('./commands/context-command.ts')).contextCommand,
  serve: async () => (await import('./commands/serve-command.ts')).serveCommand,
};
