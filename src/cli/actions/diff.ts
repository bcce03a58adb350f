import type { FlowKey } from '../../language/flow/flow-key.ts';
import { unifiedDiff } from '../../services/flows/unified-diff.ts';
import type { ExitStatus } from '../exit-status.ts';
import { type Terminal } from '../terminal.ts';
import { findFiles } from '../files/find-files.ts';
import { flowKeyOf } from '../flows/flow-key-of.ts';
import { printDiff } from '../flows/print-diff.ts';
import { readFlowFiles, type FlowFile } from '../flows/read-flow-file.ts';
import type { FlowClient } from '../gateway/flow-client.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { openFlowClient } from '../gateway/open-connection.ts';
import { GatewayError } from '../gateway/gateway-error.ts';

export async function diffFiles(
  names: readonly string[],
  options: GatewayOptions & { readonly revision?: number },
  terminal: Terminal,
): Promise<ExitStatus> {
  const { revision } = options;
  const gateway = openFlowClient(options, terminal);
  const { files, isAnyUnreadable } = await readFlowFiles(findFiles(names, terminal.workingDirectory, 'flow'), terminal);
  return printDiffs(files, { gateway, revision, isAnyUnreadable }, terminal);
}

interface Comparison {
  readonly gateway: FlowClient;
  readonly revision?: number;
  readonly isAnyUnreadable: boolean;
}

async function printDiffs(
  files: readonly FlowFile[],
  { gateway, revision, isAnyUnreadable }: Comparison,
  terminal: Terminal,
): Promise<ExitStatus> {
  let isAnyDifferent = false;
  let isAnyNameless = isAnyUnreadable;
  for (const file of files) {
    const name = flowKeyOf(file.text);
    if (name === undefined) {
      terminal.stderr.write(`flowgate: cannot compare ${file.name}: it has no readable id and namespace.\n`);
      isAnyNameless = true;
      continue;
    }
    const diff = await diffOf(file, name, { gateway, revision });
    isAnyDifferent ||= diff !== '';
    printDiff(diff, terminal.stdout);
  }
  if (isAnyNameless) return 2;
  return isAnyDifferent ? 1 : 0;
}

async function diffOf(
  { name: file, bytes }: FlowFile,
  name: FlowKey,
  { gateway, revision }: Pick<Comparison, 'gateway' | 'revision'>,
): Promise<string> {
  const stored = await gateway.read(name, revision).catch((error: unknown) => {
    if (revision === undefined && error instanceof GatewayError && error.code === 'flow-not-found') return undefined;
    throw error;
  });
  const from =
    stored === undefined
      ? { name: '/dev/null', text: '' }
      : { name: `${name.namespace}/${name.id}@${stored.revision}`, text: stored.bytes.toString('utf8') };
  return unifiedDiff(from, { name: file, text: Buffer.from(bytes).toString('utf8') });
}
