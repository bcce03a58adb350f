import { AppError } from '../../../base/problem/app-error.ts';
import { problemsBySeverity, type Problem, type ReportedProblem } from '../../../base/problem/problem.ts';
import { flowName, type FlowKey } from '../../../language/flow/flow-key.ts';
import type { FlowSummary } from '../../../store/revisions/flow-revision.ts';
import type { NamespaceOwner } from '../../../store/revisions/namespace-owner.ts';
import type { Rejection } from '../../../store/revisions/revision-store.ts';

const pathOf = (key: FlowKey): string => `/flows/${flowName(key)}`;

export function flowExists(key: FlowKey, revision: number): AppError {
  return new AppError(
    'flow-exists',
    `The flow ${flowName(key)} already exists at revision ${revision}. Change it with PUT ${pathOf(key)}.`,
    { currentRevision: revision },
  );
}

export function deletedFlowExists(key: FlowKey, revision: number): AppError {
  const ways = `Restore it with POST ${pathOf(key)}/revisions/${revision}/restore, or free its id with DELETE ${pathOf(key)}?purge=true.`;
  return new AppError('flow-deleted', `The flow ${flowName(key)} was deleted at revision ${revision}. ${ways}`, {
    currentRevision: revision,
  });
}

/** A deleted flow cannot be run, but it is not reported as not found, because its history can still be read. */
export function deletedFlow(key: FlowKey): AppError {
  return new AppError('flow-disabled', `The flow ${flowName(key)} was deleted and cannot be run.`);
}

export function ownedByRepository(namespace: string, { repository, commit, url }: NamespaceOwner): AppError {
  const place = url === undefined ? 'there' : `there, ${url}`;
  return new AppError(
    'owned-by-repository',
    `The namespace ${namespace} is owned by the repository ${repository} at ${commit.slice(0, 12)}. Change its flows ${place}, or release the namespace with \`flowgate namespaces release ${namespace}\`.`,
    { owner: { repository, commit, ...(url !== undefined && { url }) } },
  );
}

export function missingRevision(flow: FlowSummary, revision: number | undefined): AppError {
  const { revision: latest } = flow;
  const range = latest === 1 ? 'its only revision is 1' : `its revisions are 1 to ${latest}`;
  // Numbers are never used again, so one that existed was removed.
  const reason =
    revision !== undefined && revision >= 1 && revision <= latest
      ? `no longer has revision ${revision}: old revisions that no execution ran are removed (FLOWGATE_REVISIONS_PER_FLOW). GET ${pathOf(flow)}/revisions lists those that are kept.`
      : `has no revision ${revision}; ${range}.`;
  return new AppError('revision-not-found', `The flow ${flowName(flow)} ${reason}`, { currentRevision: latest });
}

export function isRejection(outcome: { readonly outcome: string }): outcome is Rejection {
  return ['missing', 'deleted', 'stale', 'owned'].includes(outcome.outcome);
}

/** The error for a change or a read that the store rejected. */
export function rejected(
  key: FlowKey,
  rejection: Rejection,
  { expected = [] }: { readonly expected?: readonly number[] } = {},
): AppError {
  switch (rejection.outcome) {
    case 'owned':
      return ownedByRepository(key.namespace, rejection.owner);
    case 'missing':
      return new AppError(
        'flow-not-found',
        `The flow ${flowName(key)} was not found. GET /flows/${key.namespace} lists the flows of the namespace.`,
      );
    case 'deleted': {
      const ways = `Read its history with ?revision=, or restore it with POST ${pathOf(key)}/revisions/${rejection.revision}/restore.`;
      return new AppError(
        'flow-not-found',
        `The flow ${flowName(key)} was deleted at revision ${rejection.revision}. ${ways}`,
        { currentRevision: rejection.revision },
      );
    }
    case 'stale': {
      const detail = `The flow ${flowName(key)} is at revision ${rejection.revision}, but If-Match ${expected.length === 0 ? 'names no revision' : `expects ${expected.join(' or ')}`}. Read it again before changing it.`;
      return new AppError('stale-revision', detail, {
        expectedRevisions: expected,
        currentRevision: rejection.revision,
      });
    }
  }
}

/** The problems of a source whose ids differ from the path it was sent to. */
export function otherIds(key: FlowKey, flow: FlowKey): readonly Problem[] {
  return (['namespace', 'id'] as const)
    .filter((name) => key[name] !== flow[name])
    .map((name): Problem => ({
      code: 'invalid-value',
      message: `The ${name} is ${JSON.stringify(flow[name])}, but the path has ${JSON.stringify(key[name])}. A flow cannot be renamed.`,
      path: [name],
    }));
}

/** The error for a document with errors; it contains all its problems. */
export function invalidFlow(problems: readonly ReportedProblem[]): AppError {
  const { errors, warnings } = problemsBySeverity(problems);
  const [first] = errors;
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new AppError(
    'flow-invalid',
    `The flow has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}: ${first?.message ?? ''}${others}`,
    {
      errors: errors.map((problem) => ({ ...problem })),
      warnings: warnings.map((problem) => ({ ...problem })),
    },
  );
}
