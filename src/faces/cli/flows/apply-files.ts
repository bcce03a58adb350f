import { resolve } from 'node:path';
import { flowName } from '../../../language/flow/flow-key.ts';
import type { ExitStatus } from '../exit-status.ts';
import { findFiles } from '../files/find-files.ts';
import { FlowClient } from '../gateway/flow-client.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { countsText } from '../print-result.ts';
import { printProblems } from '../problems/print-problems.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { claimNamespaces } from './claim-namespaces.ts';
import { flowKeyOf } from './flow-key-of.ts';
import { planPrune, pruneFlows } from './prune-flows.ts';
import { pushFlow, type Pushed, type PushOptions } from './push-flow.ts';
import { readFlowFiles, type FlowFile } from './read-flow-file.ts';
import { ownerLinks, readOwners, type RepositoryOwner } from './repository-owner.ts';
import { SeenRevisions } from './seen-revisions.ts';

export interface ApplyInput {
  readonly args: { readonly FILE: readonly string[] };
  readonly options: {
    readonly 'dry-run': boolean;
    readonly force: boolean;
    /** Namespaces. */
    readonly prune: readonly string[];
    readonly yes: boolean;
    readonly owner?: Pick<RepositoryOwner, 'repository' | 'commit'> | undefined;
    readonly 'owner-url'?: string | undefined;
    readonly 'take-ownership': boolean;
  };
  readonly connection: GatewayConnection;
}

/**
 * Creates and updates flows from files; with `--prune`, deletes those that have no file; with `--owner`, makes a repository
 * the owner of their namespaces first.
 */
export async function applyFiles({ args, options, connection }: ApplyInput, terminal: Terminal): Promise<ExitStatus> {
  const { 'dry-run': isDryRun, force: isForced, prune: namespaces, yes, 'take-ownership': takesOwnership } = options;
  const { stdout, stderr, workingDirectory } = terminal;
  const owner = ownerOfOptions(options, terminal);
  const { files, isAnyUnreadable } = await readFlowFiles(findFiles(args.FILE, workingDirectory, 'flow'), terminal);
  const gateway = new FlowClient(connection, owner);
  const push = { gateway, isDryRun, isForced, isOwner: owner !== undefined };
  const kept = files.map(({ text }) => flowKeyOf(text)).filter((key) => key !== undefined);
  const isOwned = async (namespace: string) =>
    owner !== undefined && (await readOwners(connection)).get(namespace) === owner.repository;
  // A file without a name is rejected, and nothing is deleted then.
  const isComplete = !isAnyUnreadable && kept.length === files.length;
  const extra = isComplete ? await planPrune(kept, { gateway, namespaces, isForced, isOwned }) : [];
  const rejections = await claimNamespaces(new Set([...kept, ...extra].map(({ namespace }) => namespace)), {
    owner,
    takesOwnership,
    isDryRun,
    connection,
  });
  const outcomes: Pushed['outcome'][] = [];
  const copies = copiesOf(files);
  for (const file of files) {
    const pushed = copies.get(file) ?? (await pushUnless(rejections, file, push, terminal));
    stdout.writeLines(lineOf(file.name, pushed));
    await printProblems([{ file: file.name, text: file.text, problems: pushed.problems }], stdout);
    outcomes.push(pushed.outcome);
  }
  const status = isAnyUnreadable ? 2 : outcomes.includes('rejected') ? 1 : 0;
  const counts = countsText(outcomes, outcomeNames);
  if (isDryRun) {
    const deleted = status === 0 ? extra : [];
    stdout.writeLines(...deleted.map((flow) => `${flowName(flow)}: would be deleted`));
    const end = deleted.length === 0 ? '' : `, ${deleted.length} would be deleted`;
    stderr.write(`dry run, nothing changed: ${counts}${end}\n`);
  } else stderr.write(`${counts}\n`);
  if (namespaces.length === 0) return status;
  if (status !== 0) {
    stderr.writeMessage('nothing was deleted, because not all files were applied.');
    return status;
  }
  return isDryRun || (await pruneFlows(extra, { gateway, yes }, terminal)) ? 0 : 1;
}

/** @throws {UsageError} for an option of owners without an owner */
function ownerOfOptions(
  { owner, 'owner-url': url, 'take-ownership': takesOwnership }: ApplyInput['options'],
  { environment }: Terminal,
): RepositoryOwner | undefined {
  if (owner !== undefined) return { ...owner, ...ownerLinks(owner.commit, url, environment) };
  if (url === undefined && !takesOwnership) return undefined;
  throw new UsageError('--owner-url and --take-ownership need --owner.');
}

/** @param rejections why the flows of a namespace would be rejected */
async function pushUnless(
  rejections: ReadonlyMap<string, string>,
  file: FlowFile,
  options: Omit<PushOptions, 'seen'>,
  terminal: Terminal,
): Promise<Pushed> {
  const name = flowKeyOf(file.text);
  const reason = name && rejections.get(name.namespace);
  if (reason === undefined) return pushFile(file, options, terminal);
  const rejected: Pushed = { outcome: 'rejected', name, reason, problems: [] };
  if (options.isOwner) return rejected;
  // Without an owner, only a change is rejected.
  const pushed = await pushFile(file, options, terminal);
  return pushed.outcome === 'unchanged' ? pushed : rejected;
}

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

const outcomeNames = ['created', 'updated', 'unchanged', 'rejected'] as const satisfies readonly Pushed['outcome'][];
