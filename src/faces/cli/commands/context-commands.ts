import { askSecret } from '../ask.ts';
import { contextPath, readContexts, writeContexts, type Context } from '../contexts/context-file.ts';
import { contextNamed } from '../contexts/server-choice.ts';
import { defineCommand, type Commands } from '../declaration/command-declaration.ts';
import { formatOption } from '../declaration/common-words.ts';
import { gatewayOptions } from '../gateway/gateway-options.ts';
import { sendableToken, sendableUser, serverUrl } from '../gateway/sendable-values.ts';
import { printTable } from '../print-result.ts';
import { UsageError, type Terminal } from '../terminal.ts';

const nameArgument = { NAME: { summary: 'the name of a context', completion: 'context' } } as const;
const notFound = 'the context was not found';
const exit = { 2: `${notFound}, or the context file cannot be used` } as const;

interface ShownContext extends Omit<Context, 'token'> {
  readonly name: string;
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

export const contextCommands = {
  context: {
    summary: 'save servers under names, and choose the one to use',
    description: `
A context is a name for the URL of a server and your token or user there. Contexts are stored in flowgate/config.json in
XDG_CONFIG_HOME (default: ~/.config, on macOS ~/Library/Application Support, on Windows %APPDATA%). Only you can read this
file.

Options take precedence over environment variables, which take precedence over the current context. --context uses another
context for one command, and ignores these variables. A token is only sent to the server of its context.`,
    commands: {
      add: defineCommand({
        summary: 'add or replace a context',
        description: `
Saves the URL of a server and your identity there. The first context that you add becomes the current one.

On a terminal, prompts for a token and does not show it. With --token-stdin, reads the token from standard input. Only you
can read the file; commands reject it if others can.`,
        arguments: {
          NAME: { summary: 'a name for it, such as prod' },
          URL: { summary: 'the URL of Flowgate' },
        },
        options: {
          'token-stdin': { summary: 'read a bearer token from standard input' },
          user: { value: 'ID', summary: gatewayOptions.user.summary },
        },
        exit: { 2: 'the name, URL or token is invalid, or the file cannot be written' },
        examples: {
          'flowgate context add prod https://flowgate.example.com': 'Add a server, and enter a token',
          'flowgate context add prod https://flowgate.example.com --token-stdin < token.txt':
            'Read the token from a file',
          'flowgate context add local http://localhost:3000 --user ada': 'Add a server that trusts this machine',
        },
        run: async ({ args: { NAME: name, URL: url }, options: { 'token-stdin': isTokenGiven, user } }, terminal) => {
          if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name))
            throw new UsageError(
              `${JSON.stringify(name)} cannot be the name of a context; use letters, digits, . _ and -.`,
            );
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
          if (current !== name) terminal.stderr.write(`To use it, run \`flowgate context use ${name}\`.\n`);
        },
      }),

      use: defineCommand({
        summary: 'choose the context that commands use',
        description:
          'Makes a context the current one. Options and environment variables that name a server override it.',
        arguments: nameArgument,
        exit,
        examples: { 'flowgate context use prod': 'Use a context' },
        run: async ({ args: { NAME: name } }, terminal) => {
          const contexts = readContexts(terminal);
          const context = contextNamed(name, contexts);
          writeContexts({ ...contexts, current: name }, terminal);
          terminal.stdout.write(`using ${name}: ${describe(context)}\n`);
        },
      }),

      list: defineCommand({
        summary: 'list the contexts',
        description: 'Lists the contexts. An asterisk marks the current one. Tokens are never shown.',
        options: formatOption,
        examples: { 'flowgate context list': 'List the contexts' },
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
        },
      }),

      show: defineCommand({
        summary: 'show the current context, or another one',
        description: 'Prints the URL and user of a context, and whether it has a token. The token is never shown.',
        arguments: { NAME: { ...nameArgument.NAME, optional: true } },
        exit: { 1: 'there is no current context', 2: notFound },
        examples: { 'flowgate context show': 'Show which server commands use' },
        run: async ({ args }, terminal) => {
          const contexts = readContexts(terminal);
          const used = args.NAME ?? contexts.current;
          if (used === undefined) {
            terminal.stderr.writeMessage('there is no current context; choose one with `flowgate context use`.');
            return 1;
          }
          terminal.stdout.write(`${used}: ${describe(contextNamed(used, contexts))}\n`);
          terminal.stderr.write(`from ${contextPath(terminal.environment) ?? ''}\n`);
          return 0;
        },
      }),

      remove: defineCommand({
        summary: 'remove a context and its token',
        description: 'Removes a context and its token from this machine. The token remains valid on the server.',
        arguments: nameArgument,
        exit,
        examples: { 'flowgate context remove prod': 'Remove a context' },
        run: async ({ args: { NAME: name } }, terminal) => {
          const { current, contexts } = readContexts(terminal);
          contextNamed(name, { contexts });
          const { [name]: _removed, ...rest } = contexts;
          writeContexts({ ...(current !== name && { current }), contexts: rest }, terminal);
          terminal.stdout.write(`removed ${name}\n`);
        },
      }),
    },
  },
} satisfies Commands;

/** Prompts for the token on a terminal, unless there is another identity; an empty answer means no token. */
async function readToken(isGiven: boolean, user: string | undefined, terminal: Terminal): Promise<string> {
  const isPrompted = !isGiven && user === undefined && terminal.stdin.isTTY === true;
  if (!isGiven && !isPrompted) return '';
  const token = await askSecret(isGiven ? undefined : 'Token (empty for none): ', terminal);
  if (token === '' && isGiven) throw new UsageError('standard input contains no token.');
  return token === '' ? '' : sendableToken(token);
}

/** Never shows the token. */
function describe({ url, user, token }: Context): string {
  return [url, user === undefined ? '' : `user ${user}`, token === undefined ? '' : 'with a token']
    .filter((part) => part !== '')
    .join(', ');
}
