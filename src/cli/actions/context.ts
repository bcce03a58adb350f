import { ask, readStandardInput } from '../ask.ts';
import { contextPath, readContexts, writeContexts } from '../contexts/context-file.ts';
import { contextNamed } from '../contexts/server-choice.ts';
import type { TextOrJson } from '../declaration/list-options.ts';
import type { ExitStatus } from '../exit-status.ts';
import { sendableToken, sendableUser, serverUrl } from '../gateway/open-connection.ts';
import { jsonText, textTable } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';

export interface AddOptions {
  readonly 'token-stdin': boolean;
  readonly user?: string;
}

/** Adds or replaces a context; the first one is used from then on. */
export async function addContext(
  { name, url }: { readonly name: string; readonly url: string },
  { 'token-stdin': isTokenGiven, user }: AddOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
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
}

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

export async function useContext(name: string, terminal: Terminal): Promise<ExitStatus> {
  const contexts = readContexts(terminal);
  const context = contextNamed(name, contexts);
  writeContexts({ ...contexts, current: name }, terminal);
  terminal.stdout.write(`using ${name}: ${describe(context)}\n`);
  return 0;
}

export async function removeContext(name: string, terminal: Terminal): Promise<ExitStatus> {
  const { current, contexts } = readContexts(terminal);
  contextNamed(name, { contexts });
  const { [name]: _removed, ...rest } = contexts;
  writeContexts({ ...(current !== name && { current }), contexts: rest }, terminal);
  terminal.stdout.write(`removed ${name}\n`);
  return 0;
}

export async function listContexts(format: TextOrJson, terminal: Terminal): Promise<ExitStatus> {
  const { current, contexts } = readContexts(terminal);
  const shown = Object.entries(contexts).map(([name, { url, user, token }]) => ({
    name,
    url,
    ...(user !== undefined && { user }),
    hasToken: token !== undefined,
    isCurrent: name === current,
  }));
  const rows = shown.map(({ name, url, user = '', hasToken, isCurrent }) => [
    isCurrent ? '*' : '',
    name,
    url,
    user,
    hasToken ? 'yes' : '',
  ]);
  terminal.stdout.write(format === 'json' ? jsonText(shown) : textTable(['', 'NAME', 'URL', 'USER', 'TOKEN'], rows));
  return 0;
}

/** Prints the current context or another one. */
export async function showContext(name: string | undefined, terminal: Terminal): Promise<ExitStatus> {
  const contexts = readContexts(terminal);
  const used = name ?? contexts.current;
  if (used === undefined) {
    terminal.stderr.write('flowgate: no context is used; `flowgate context use` chooses one.\n');
    return 1;
  }
  terminal.stdout.write(`${used}: ${describe(contextNamed(used, contexts))}\n`);
  terminal.stderr.write(`from ${contextPath(terminal.environment) ?? ''}\n`);
  return 0;
}

/** Never shows the token. */
function describe({
  url,
  user,
  token,
}: {
  readonly url: string;
  readonly user?: string;
  readonly token?: string;
}): string {
  return [url, ...(user === undefined ? [] : [`user ${user}`]), ...(token === undefined ? [] : ['with a token'])].join(
    ', ',
  );
}
