import type { ExitStatus } from '../exit-status.ts';
import { flowOf } from '../flows/flow-name.ts';
import { printDiff } from '../flows/print-diff.ts';
import { FlowClient } from '../gateway/flow-client.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openConnection } from '../gateway/open-connection.ts';
import { UsageError, type Terminal } from '../terminal.ts';

/**
 * Prints the difference between two revisions of a flow.
 * @param words up to two revisions; without the second, the latest, without both, the latest and the one before it
 * @returns 0 if they are equal, 1 if not
 * @throws {UsageError} for words that are no revisions, and if the server cannot compare them, as `flowgate diff` does
 */
export async function diffRevisions(
  flow: string,
  words: readonly string[],
  server: GatewayOptions,
  terminal: Terminal,
): Promise<ExitStatus> {
  if (words.length > 2) throw new UsageError('specify at most two revisions.');
  const [from, to] = words.map(revisionOf);
  const diff = await new FlowClient(openConnection(server, terminal)).diff(flowOf(flow), { from, to });
  printDiff(diff, terminal.stdout);
  return diff === '' ? 0 : 1;
}

function revisionOf(word: string): number {
  if (!/^[1-9]\d{0,14}$/.test(word))
    throw new UsageError(`${JSON.stringify(word)} is not a revision; it must be a number from 1.`);
  return Number(word);
}
