import { ask, readStandardInput } from '../ask.ts';
import { contextPath, readContexts, writeContexts, type Context } from '../contexts/context-file.ts';
import { contextNamed } from '../contexts/server-choice.ts';
import { defineCommand, type CommandGroup } from '../declaration/command-declaration.ts';
import { formatOption } from '../declaration/common-options.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';
import { sendableToken, sendableUser, serverUrl } from '../gateway/sendable-values.ts';
import { printTable } from '../print-result.ts';
import { UsageError, type Terminal } from '../terminal.ts';

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
  run: async ({ args: { NAME: name, URL: url }, options: { 'token-stdin': isTokenGiven, user } }, terminal) => {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name))
      throw new UsageError(`${JSON.stringify(name)} cannot be the name of a context; use letters, digits, . _ and -.`);
    const { href } = serverUrl(url, 'URL');
    const before = readContexts(terminal);
    const token = await readToken(isTokenGiven, user, terminal);
    const context = {
      url: href,
      ...(token !== '' && { token }),
      ...(user !== undefined && { user: sendableUser(user) }),
    };
    const current = before.current ?? name;
    writeContexts({ current, contexts: { ...before.contexts, [name]: context } }, terminal);
    const isReplaced = Object.hasOwn(before.contexts, name);
    terminal.stdout.write(`${isReplaced ? 'replaced' : 'added'} ${name}: ${describe(context)}\n`);
    if (current !== name) terminal.stderr.write(`\`flowgate context use ${name}\` makes commands use it.\n`);
    return 0;
  },
});

/** Asks for the token on a terminal, unless there is another identity; an empty answer means no token. */
async function readToken(isGiven: boolean, user: string | undefined, terminal: Terminal): Promise<string> {
  if (isGiven) {
    const token = await readStandardInput(terminal);
    if (token === '') throw new UsageError('standard input contains no token.');
    return sendableToken(token);
  }
  if (user !== undefined || terminal.stdin.isTTY !== true) return '';
  const token = await ask('Token (empty for none): ', terminal, { isHidden: true });
  return token === '' ? '' : sendableToken(token);
}

const use = defineCommand({
  summary: 'choose the context that commands use',
  description: 'Commands use this context from now on, unless options or environment variables name a server.',
  arguments: nameArgument,
  exit,
  examples: [{ line: 'flowgate context use prod', does: 'Use a context' }],
  run: async ({ args: { NAME: name } }, terminal) => {
    const contexts = readContexts(terminal);
    const context = contextNamed(name, contexts);
    writeContexts({ ...contexts, current: name }, terminal);
    terminal.stdout.write(`using ${name}: ${describe(context)}\n`);
    return 0;
  },
});

const list = defineCommand({
  summary: 'list the contexts',
  description: 'Lists the contexts; an asterisk marks the one that commands use. Never shows a token.',
  options: formatOption,
  examples: [{ line: 'flowgate context list', does: 'List the contexts' }],
  run: async ({ options }, terminal) => {
    const { current, contexts } = readContexts(terminal);
    const shown = Object.entries(contexts).map(([name, { url, user, token }]) => ({
      name,
      url,
      ...(user !== undefined && { user }),
      hasToken: token !== undefined,
      isCurrent: name === current,
    }));
    printTable(shown, columns, options, terminal);
    return 0;
  },
});

interface ShownContext {
  readonly name: string;
  readonly url: string;
  readonly user?: string;
  readonly hasToken: boolean;
  readonly isCurrent: boolean;
}

const columns = {
  '': ({ isCurrent }: ShownContext) => (isCurrent ? '*' : ''),
  NAME: ({ name }: ShownContext) => name,
  URL: ({ url }: ShownContext) => url,
  USER: ({ user = '' }: ShownContext) => user,
  TOKEN: ({ hasToken }: ShownContext) => (hasToken ? 'yes' : ''),
};

const show = defineCommand({
  summary: 'show the context that commands use, or another one',
  description: 'Prints the URL and user of a context, and whether it has a token. Never shows the token.',
  arguments: { NAME: { ...nameArgument.NAME, optional: true } },
  exit: { 1: 'no context is used', 2: notFound },
  examples: [{ line: 'flowgate context show', does: 'Show which server commands use' }],
  run: async ({ args }, terminal) => {
    const contexts = readContexts(terminal);
    const used = args.NAME ?? contexts.current;
    if (used === undefined) {
      terminal.stderr.write('flowgate: no context is used; `flowgate context use` chooses one.\n');
      return 1;
    }
    terminal.stdout.write(`${used}: ${describe(contextNamed(used, contexts))}\n`);
    terminal.stderr.write(`from ${contextPath(terminal.environment) ?? ''}\n`);
    return 0;
  },
});

const remove = defineCommand({
  summary: 'remove a context and its token',
  description: 'Removes a context and its token from this machine. The token stays valid on the server.',
  arguments: nameArgument,
  exit,
  examples: [{ line: 'flowgate context remove prod', does: 'Remove a context' }],
  run: async ({ args: { NAME: name } }, terminal) => {
    const { current, contexts } = readContexts(terminal);
    contextNamed(name, { contexts });
    const { [name]: _removed, ...rest } = contexts;
    writeContexts({ ...(current !== name && { current }), contexts: rest }, terminal);
    terminal.stdout.write(`removed ${name}\n`);
    return 0;
  },
});

/** Never shows the token. */
function describe({ url, user, token }: Context): string {
  return [url, ...(user === undefined ? [] : [`user ${user}`]), ...(token === undefined ? [] : ['with a token'])].join(
    ', ',
  );
}

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
