import type { FlowKey } from '../../language/flow/flow-key.ts';
import { unifiedDiff } from '../../services/flows/unified-diff.ts';
import { UsageError, type Command, type ExitStatus, type Terminal } from '../command.ts';
import { expandFilePatterns } from '../flows/expand-file-patterns.ts';
import { flowKeyOf } from '../flows/flow-name.ts';
import { readFlowFiles, type FlowFile } from '../flows/read-flow-file.ts';
import type { FlowClient } from '../gateway/flow-client.ts';
import { gatewayOptions, gatewayOptionsHelp } from '../gateway/gateway-options.ts';
import { openFlowClient } from '../gateway/open-connection.ts';
import { GatewayError } from '../gateway/gateway-error.ts';
import { parseArguments, positiveNumber } from '../parse-arguments.ts';

export const diffCommand: Command = {
  help: `Usage: flowgate diff [--revision N] --server URL FILE...

Prints what pushing the files would change, as a unified diff. FILE is a file, a pattern such as 'flows/**/*.yaml', or -
for standard input. A flow that does not exist on the server is shown as new.

${gatewayOptionsHelp}
  --revision N     compare with this revision instead of the latest

Exit status: 0 when nothing differs, 1 when something differs, 2 when a file cannot be read or the server cannot be used.`,
  async run(args, terminal) {
    const { values, positionals } = parseArguments(args, { ...gatewayOptions, revision: {} });
    if (positionals.length === 0) throw new UsageError('specify the files to compare, or - for standard input.');
    const revision = positiveNumber(values, 'revision');
    const gateway = openFlowClient(values, terminal);
    const { files, isAnyUnreadable } = await readFlowFiles(
      expandFilePatterns(positionals, terminal.workingDirectory),
      terminal,
    );
    return printDiffs(files, { gateway, revision, isAnyUnreadable }, terminal);
  },
};

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
    terminal.stdout.writeDocument(diff);
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
