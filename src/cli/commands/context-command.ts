import { defineCommand, type CommandGroup } from '../declaration/command-declaration.ts';
import { formatOption } from '../declaration/list-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';

const nameArgument = { NAME: { summary: 'the name of a context', completion: 'context' } } as const;
const notFound = 'there is no such context';
const exit = { 2: 'there is no such context, or the file of the contexts cannot be used' } as const;

const add = defineCommand({
  summary: 'add or replace a context',
  description: `
Notes the URL of a server and who you are there. The first context is used from then on.

On a terminal, asks for a token, without showing it; with --token-stdin, reads it from standard input. The file can only be
read by you; commands reject it otherwise.`,
  arguments: {
    NAME: { summary: 'a name for it, such as prod' },
    URL: { summary: 'the URL of Flowgate' },
  },
  options: {
    'token-stdin': { summary: 'read a bearer token from standard input' },
    user: { value: 'ID', summary: gatewayOptions.user.summary },
  },
  exit: { 2: 'the name, URL or token is invalid, or the file cannot be written' },
  examples: [
    { line: 'flowgate context add prod https://flowgate.example.com', does: 'Add a server, and enter a token' },
    {
      line: 'flowgate context add prod https://flowgate.example.com --token-stdin < token.txt',
      does: 'Read the token from a file',
    },
    {
      line: 'flowgate context add local http://localhost:3000 --user ada',
      does: 'Use a server that trusts this machine',
    },
  ],
  run: async ({ args, options }, terminal) =>
    (await import('../actions/context.ts')).addContext({ name: args.NAME, url: args.URL }, options, terminal),
});

const use = defineCommand({
  summary: 'choose the context that commands use',
  description: 'Commands use this context from now on, unless options or environment variables name a server.',
  arguments: nameArgument,
  exit,
  examples: [{ line: 'flowgate context use prod', does: 'Use a context' }],
  run: async ({ args }, terminal) => (await import('../actions/context.ts')).useContext(args.NAME, terminal),
});

const list = defineCommand({
  summary: 'list the contexts',
  description: 'Lists the contexts; an asterisk marks the one that commands use. Never shows a token.',
  options: formatOption,
  examples: [{ line: 'flowgate context list', does: 'List the contexts' }],
  run: async ({ options }, terminal) => (await import('../actions/context.ts')).listContexts(options.format, terminal),
});

const show = defineCommand({
  summary: 'show the context that commands use, or another one',
  description: 'Prints the URL and user of a context, and whether it has a token. Never shows the token.',
  arguments: { NAME: { ...nameArgument.NAME, optional: true } },
  exit: { 1: 'no context is used', 2: notFound },
  examples: [{ line: 'flowgate context show', does: 'Show which server commands use' }],
  run: async ({ args }, terminal) => (await import('../actions/context.ts')).showContext(args.NAME, terminal),
});

const remove = defineCommand({
  summary: 'remove a context and its token',
  description: 'Removes a context and its token from this machine. The token stays valid on the server.',
  arguments: nameArgument,
  exit,
  examples: [{ line: 'flowgate context remove prod', does: 'Remove a context' }],
  run: async ({ args }, terminal) => (await import('../actions/context.ts')).removeContext(args.NAME, terminal),
});

export const contextCommand: CommandGroup = {
  summary: 'name servers, and choose the one to use',
  description: `
A context is the URL of a server and your token or user there, under a name. They are kept in flowgate/config.json in
XDG_CONFIG_HOME (default: ~/.config, on macOS ~/Library/Application Support, on Windows %APPDATA%), which only you can read.

Options come before environment variables, and those before the context. --context uses another context for one command,
and ignores the variables. A token is only sent to the server of its context.`,
  commands: {
    add: async () => add,
    use: async () => use,
    list: async () => list,
    show: async () => show,
    remove: async () => remove,
  },
};
