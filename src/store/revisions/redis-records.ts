import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { FlowSchedule, FlowSummary, RevisionEntry } from './flow-revision.ts';
import { ownerOf } from './redis-namespace-owners.ts';
import type { CreateOutcome, RemovalOutcome, UpdateOutcome } from './revision-store.ts';

/** The fields of a flow's hash that make up its summary, in the order in which they are read. */
export const summaryFields = [
  'revision',
  'description',
  'labels',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'disabled',
  'schedules',
  'deletedAt',
  'deletedBy',
] as const;

/** @param value returns a field of the flow's hash @returns undefined if the flow does not exist */
export function readSummary(
  key: FlowKey,
  value: (field: (typeof summaryFields)[number]) => string | null | undefined,
): FlowSummary | undefined {
  const revision = value('revision');
  if (!revision) return undefined;
  const deletedAt = value('deletedAt');
  const disabled = value('disabled');
  return {
    namespace: key.namespace,
    id: key.id,
    revision: Number(revision),
    description: value('description') || undefined,
    labels: JSON.parse(value('labels') ?? '{}') as Record<string, string>, // written by the store itself
    createdAt: value('createdAt') ?? '',
    createdBy: value('createdBy') ?? '',
    updatedAt: value('updatedAt') ?? '',
    updatedBy: value('updatedBy') ?? '',
    disabled: disabled ? disabled === '1' : undefined,
    schedules: JSON.parse(value('schedules') ?? '[]') as FlowSchedule[], // as above
    deletion: deletedAt ? { at: deletedAt, by: value('deletedBy') ?? '' } : undefined,
  };
}

export function readEntry(revision: number, text: string): RevisionEntry {
  return { revision, ...(JSON.parse(text) as Omit<RevisionEntry, 'revision'>) }; // written by the store itself
}

/** The reply `[outcome, revision]` or `['owned', owner]` of the scripts that change something. */
export function readOutcome<Outcome extends CreateOutcome | UpdateOutcome | RemovalOutcome>(reply: unknown): Outcome {
  const [outcome, value] = reply as [string, number | string]; // the reply of our own scripts
  return { outcome, ...(typeof value === 'string' ? { owner: ownerOf(value) } : { revision: value }) } as Outcome; // each script returns only its own outcomes
}
