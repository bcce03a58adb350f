import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '../../../base/problem/message-of.ts';
import { isJsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import { jsonText } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';

/** A server, and your identity there. */
export interface Context {
  readonly url: string;
  readonly token?: string;
  readonly user?: string;
}

export interface Contexts {
  /** The name of the context that commands use; undefined for none. */
  readonly current?: string;
  readonly contexts: Readonly<Record<string, Context>>;
}

/**
 * The path of the file with the contexts: `flowgate/config.json` in `XDG_CONFIG_HOME`, or where the system keeps
 * settings. Undefined if the environment does not say where that is.
 */
export function contextPath(
  { XDG_CONFIG_HOME: xdg, HOME: home, APPDATA: appData }: Terminal['environment'],
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (xdg) return join(xdg, 'flowgate', 'config.json');
  if (platform === 'win32') return appData && join(appData, 'flowgate', 'config.json');
  const folder = platform === 'darwin' ? ['Library', 'Application Support'] : ['.config'];
  return home && join(home, ...folder, 'flowgate', 'config.json');
}

/** @throws {UsageError} for a file that cannot be read, or that other users can read */
export function readContexts({ environment }: Pick<Terminal, 'environment'>): Contexts {
  const path = contextPath(environment);
  const status = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  if (path === undefined || status === undefined) return { contexts: {} };
  // Windows has no such modes; the folder of the user is private there.
  if (process.platform !== 'win32' && (status.mode & 0o077) !== 0)
    throw new UsageError(`other users can read ${path}, which contains tokens; run \`chmod 600 ${path}\`.`);
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as JsonValue; // what JSON contains
    if (isContexts(value)) return value;
  } catch (error) {
    // A message of the parser could repeat a token.
    const reason = error instanceof SyntaxError ? 'it is not JSON' : messageOf(error);
    throw new UsageError(`cannot read ${path}: ${reason}.`, { cause: error });
  }
  throw new UsageError(`cannot read ${path}: it does not contain contexts; delete it, and add them again.`);
}

function isContexts(value: JsonValue): value is JsonValue & Contexts {
  if (!isJsonObject(value) || !isJsonObject(value.contexts ?? null)) return false;
  const isOptional = (text: unknown) => text === undefined || typeof text === 'string';
  return (
    isOptional(value.current) &&
    Object.values(value.contexts as object).every(
      (context: JsonValue) =>
        isJsonObject(context) &&
        typeof context.url === 'string' &&
        isOptional(context.token) &&
        isOptional(context.user),
    )
  );
}

/** Writes the file so that only the user can read it. @throws {UsageError} when it cannot be written */
export function writeContexts(contexts: Contexts, { environment }: Pick<Terminal, 'environment'>): void {
  const path = contextPath(environment);
  if (path === undefined) throw new UsageError('contexts need a folder: set HOME or XDG_CONFIG_HOME.');
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    chmodSync(dirname(path), 0o700);
    writeFileSync(temporary, jsonText(contexts), { mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${messageOf(error)}.`, { cause: error });
  }
}
