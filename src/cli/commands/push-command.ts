import { resolve } from 'node:path';
import { flowName } from '../../language/flow/flow-key.ts';
import { UsageError, type Command, type Terminal } from '../command.ts';
import { expandFilePatterns } from '../flows/expand-file-patterns.ts';
import { flowKeyOf } from '../flows/flow-name.ts';
import { problemFormats } from '../flows/problem-format.ts';
import { pushFlow, type Pushed, type PushOptions } from '../flows/push-flow.ts';
import { readFlowFiles, type FlowFile } from '../flows/read-flow-file.ts';
import { SeenRevisions } from '../flows/seen-revisions.ts';
import { gatewayOptions, gatewayOptionsHelp } from '../gateway/gateway-options.ts';
import { openFlowClient } from '../gateway/open-connection.ts';
import { parseArguments } from '../parse-arguments.ts';

export const pushCommand: Command = {
  help: `Usage: flowgate push [--dry-run] [--force] --server URL FILE...

Creates or updates the flows in the files. FILE is a file, a pattern such as 'flows/**/*.yaml', or - for standard input.
A flow is rejected if it was changed on the server since you last pulled or pushed it, or if two files contain it.
Never deletes a flow.

${gatewayOptionsHelp}
  --dry-run        print what would happen without changing anything
  --force          replace the latest revision even if you have not seen it

Exit status: 0 on success, 1 when a flow was rejected, 2 when a file cannot be read or the server cannot be used.`,
  async run(args, terminal) {
    const { values, switches, positionals } = parseArguments(args, gatewayOptions, ['dry-run', 'force']);
    if (positionals.length === 0) throw new UsageError('specify the files to push, or - for standard input.');
    const gateway = openFlowClient(values, terminal);
    const { files, isAnyUnreadable } = await readFlowFiles(
      expandFilePatterns(positionals, terminal.workingDirectory),
      terminal,
    );
    const options = { gateway, isDryRun: switches.has('dry-run'), isForced: switches.has('force') };
    const outcomes: Pushed['outcome'][] = [];
    const copies = copiesOf(files);
    for (const file of files) {
      const pushed = copies.get(file) ?? (await pushFile(file, options, terminal));
      terminal.stdout.write(
        `${lineOf(file.name, pushed)}\n${problemFormats.text([{ file: file.name, problems: pushed.problems }])}`,
      );
      outcomes.push(pushed.outcome);
    }
    terminal.stderr.write(`${summary(outcomes, options.isDryRun)}\n`);
    if (isAnyUnreadable) return 2;
    return outcomes.includes('rejected') ? 1 : 0;
  },
};

async function pushFile(file: FlowFile, options: Omit<PushOptions, 'seen'>, terminal: Terminal): Promise<Pushed> {
  const isFile = file.name !== '<stdin>';
  const seen = isFile ? await SeenRevisions.around(resolve(terminal.workingDirectory, file.name)) : undefined;
  const pushed = await pushFlow(file, { ...options, seen });
  await seen?.save();
  return pushed;
}

/** Rejects all files that contain the same flow: there is no way to tell which one is the original. */
function copiesOf(files: readonly FlowFile[]): ReadonlyMap<FlowFile, Pushed> {
  const first = new Map<string, FlowFile>();
  const copies = new Map<FlowFile, Pushed>();
  for (const file of files) {
    const name = flowKeyOf(file.text);
    if (name === undefined) continue;
    const other = first.get(flowName(name));
    if (other === undefined) {
      first.set(flowName(name), file);
      continue;
    }
    const rejection = (duplicate: FlowFile) => ({
      outcome: 'rejected' as const,
      name,
      reason: `${duplicate.name} contains the same flow; change the id in one of them.`,
      problems: [],
    });
    copies.set(file, rejection(other));
    if (!copies.has(other)) copies.set(other, rejection(file));
  }
  return copies;
}

function lineOf(file: string, { outcome, name, revision, reason }: Pushed): string {
  const flow = name === undefined ? '' : ` ${name.namespace}/${name.id}`;
  const rest = [revision === undefined ? '' : `, revision ${revision}`, reason === undefined ? '' : `: ${reason}`];
  return `${file}: ${outcome}${flow}${rest.join('')}`;
}

function summary(outcomes: readonly Pushed['outcome'][], isDryRun: boolean): string {
  const counts = (['created', 'updated', 'unchanged', 'rejected'] as const).map(
    (outcome) => `${outcomes.filter((each) => each === outcome).length} ${outcome}`,
  );
  return `${isDryRun ? 'dry run, nothing changed: ' : ''}${counts.join(', ')}`;
}
