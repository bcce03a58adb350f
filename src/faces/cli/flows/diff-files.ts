import { unifiedDiff } from '../../../abilities/documents/unified-diff.ts';
import { flowName } from '../../../language/flow/flow-key.ts';
import type { ExitStatus } from '../exit-status.ts';
import { findFiles } from '../files/find-files.ts';
import { FlowClient } from '../gateway/flow-client.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { GatewayError } from '../gateway/gateway-error.ts';
import type { Terminal } from '../terminal.ts';
import { flowKeyOf } from './flow-key-of.ts';
import { printDiff } from './print-diff.ts';
import { readFlowFiles } from './read-flow-file.ts';

interface Comparison {
  readonly connection: GatewayConnection;
  /** Absent for the latest. */
  readonly revision: number | undefined;
}

/** Prints how flows in files differ from a revision of them on a server. */
export async function diffFiles(
  words: readonly string[],
  { connection, revision }: Comparison,
  terminal: Terminal,
): Promise<ExitStatus> {
  const names = findFiles(words, terminal.workingDirectory, 'flow');
  const { files, isAnyUnreadable } = await readFlowFiles(names, terminal);
  const gateway = new FlowClient(connection);
  let isAnyDifferent = false;
  let isAnyNameless = isAnyUnreadable;
  for (const file of files) {
    const key = flowKeyOf(file.text);
    if (key === undefined) {
      terminal.stderr.writeMessage(`cannot compare ${file.name}: it has no readable id and namespace.`);
      isAnyNameless = true;
      continue;
    }
    const stored = await gateway.read(key, revision).catch((error: unknown) => {
      if (revision === undefined && error instanceof GatewayError && error.code === 'flow-not-found') return undefined;
      throw error;
    });
    const from =
      stored === undefined
        ? { name: '/dev/null', text: '' }
        : { name: `${flowName(key)}@${stored.revision}`, text: stored.bytes.toString('utf8') };
    const diff = unifiedDiff(from, { name: file.name, text: Buffer.from(file.bytes).toString('utf8') });
    isAnyDifferent ||= diff !== '';
    printDiff(diff, terminal.stdout);
  }
  if (isAnyNameless) return 2;
  return isAnyDifferent ? 1 : 0;
}
