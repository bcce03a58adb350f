import { didYouMean } from '../../../base/text/nearest-word.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { readContexts, type Context, type Contexts } from './context-file.ts';

/** The server to use, and the user's identity there. */
export interface ServerChoice extends Context {
  /** Where the URL comes from: `--server`, `FLOWGATE_SERVER`, or `the context NAME`. */
  readonly source: string;
}

/**
 * Options come before environment variables, and those before the context. With `--context`, environment variables are
 * ignored. A token of a context is only sent to the server of that context.
 * @returns undefined if no server is specified
 * @throws {UsageError} for an unknown context, or a file of contexts that cannot be used
 */
export function chooseServer(
  { server, token, user, context: name }: GatewayOptions,
  terminal: Pick<Terminal, 'environment'>,
): ServerChoice | undefined {
  const { FLOWGATE_SERVER, FLOWGATE_TOKEN, FLOWGATE_USER } = name === undefined ? terminal.environment : {};
  const identity = { token: token ?? FLOWGATE_TOKEN, user: user ?? FLOWGATE_USER };
  const isKnown = Boolean(identity.token ?? identity.user);
  const url = server ?? (FLOWGATE_SERVER || undefined);
  const source = server === undefined ? 'FLOWGATE_SERVER' : '--server';
  if (url !== undefined && isKnown) return { url, source, ...identity };
  const contexts = readContexts(terminal);
  const used = name ?? contexts.current;
  const context = used === undefined ? undefined : contextNamed(used, contexts);
  if (context === undefined) return url === undefined ? undefined : { url, source, ...identity };
  const isOther = url !== undefined && !isSameServer(url, context.url);
  return {
    url: url ?? context.url,
    source: url === undefined ? `the context ${used}` : source,
    ...(isKnown || isOther ? identity : { token: context.token, user: context.user }),
  };
}

/** @throws {UsageError} if there is no such context */
export function contextNamed(name: string, { contexts }: Contexts): Context {
  const context = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
  if (context !== undefined) return context;
  const names = Object.keys(contexts);
  const available =
    names.length === 0 ? 'there is none; `flowgate context add` adds one' : `available: ${names.join(', ')}`;
  throw new UsageError(`unknown context ${JSON.stringify(name)}; ${available}.${didYouMean(name, names)}`);
}

function isSameServer(left: string, right: string): boolean {
  const plain = (url: string) => (URL.canParse(url) ? new URL(url).href.replace(/\/$/, '') : url);
  return plain(left) === plain(right);
}
