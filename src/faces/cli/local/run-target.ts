import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { chooseServer } from '../contexts/server-choice.ts';
import { isFlowKey } from '../flows/flow-name.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { UsageError, type Terminal } from '../terminal.ts';

/** What `flowgate run` runs: a flow in a file on this machine, or a stored flow on a server. */
export type RunTarget = { readonly file: string } | { readonly stored: string };

/**
 * A file that exists runs on this machine; with `--server`, or without such a file, the argument is a stored flow.
 * @param word the argument @param options the options of the command @throws {UsageError} if it is not clear what the argument means
 */
export function runTarget(word: string, options: GatewayOptions, terminal: Terminal): RunTarget {
  const isExisting = word === '-' || isFile(resolve(terminal.workingDirectory, word));
  if (options.server !== undefined || options.context !== undefined) {
    if (isExisting && !isStoredName(word))
      throw new UsageError(
        `${word} is a file, which runs on this machine; leave out --server and --context, or apply the flow first.`,
      );
    return { stored: word };
  }
  // A context alone does not make a file ambiguous: one is always set, and the first line shows where the flow runs.
  const server = terminal.environment.FLOWGATE_SERVER;
  if (isExisting && server && isStoredName(word))
    throw new UsageError(
      `${word} is a file, and can be a flow on the server of FLOWGATE_SERVER. For the file, write ./${word}; for the flow, add --server ${server}.`,
    );
  if (isExisting) return { file: word };
  const isFileName = /\.(?:ya?ml|json)$/i.test(word);
  if (isFileName && !isStoredName(word)) return { file: word };
  if (chooseServer(options, terminal) !== undefined) return { stored: word };
  if (isFileName) return { file: word };
  throw new UsageError(
    `the file ${word} was not found. For a flow on a server, use --server, FLOWGATE_SERVER or a context.`,
  );
}

/** Whether the argument can name a stored flow, such as `examples/hello.yaml`. */
function isStoredName(word: string): boolean {
  const [namespace, id, ...rest] = word.split('/');
  return rest.length === 0 && isFlowKey({ namespace, id });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
}
