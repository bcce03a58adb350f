import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '../../api/system-queries.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { RelativeTime } from '../../components/times.tsx';
import { executionPage } from '../../links.ts';
import { FilterCell } from '../../lists/filter-cell.tsx';
import { outcomeStyles, shortDetail, wordsOfAction } from './audit-words.ts';
import '../../components/labels.css';
import './audit-table.css';

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  readonly onOpen: (entry: AuditEntry) => void;
  readonly onFilter: (kind: 'actor' | 'flow' | 'namespace', value: string) => void;
}

/** Audit entries, newest first. */
export function AuditTable({ entries, onOpen, onFilter }: AuditTableProps) {
  const columns: readonly Column<AuditEntry>[] = [
    {
      header: 'Action',
      cell: (entry) => (
        <button type="button" className="text-button" data-row-link onClick={() => onOpen(entry)}>
          {wordsOfAction(entry.action)}
        </button>
      ),
    },
    {
      header: 'Who',
      cell: ({ actor, via }) => (
        <span className="audit-who row gap-4">
          <FilterCell text={actor} phrase="user" onPress={() => onFilter('actor', actor)} />
          {via !== undefined && <span className="label chip">via {via}</span>}
        </span>
      ),
    },
    { header: 'When', cell: ({ at }) => <RelativeTime at={at} /> },
    {
      header: 'Outcome',
      from: 600,
      cell: ({ outcome, code }) => (
        <>
          <StateBadge {...outcomeStyles[outcome]} /> {code !== undefined && <code className="muted">{code}</code>}
        </>
      ),
    },
    { header: 'What', from: 600, grows: true, cell: (entry) => <What entry={entry} onFilter={onFilter} /> },
  ];
  return <DataTable label="Audit entries" columns={columns} rows={entries} keyOf={({ id }) => id} />;
}

function What({ entry, onFilter }: { readonly entry: AuditEntry } & Pick<AuditTableProps, 'onFilter'>) {
  const { namespace, flowId, revision, executionId, triggerId, tokenName, detail } = entry;
  const [kind, name] =
    flowId === undefined ? (['namespace', namespace ?? ''] as const) : (['flow', `${namespace}/${flowId}`] as const);
  return (
    <span className="audit-what">
      {namespace !== undefined && <FilterCell text={name} phrase={kind} onPress={() => onFilter(kind, name)} />}
      <span className="muted cut">
        {revision !== undefined && ` revision ${revision}`}
        {triggerId !== undefined && ` trigger ${triggerId}`}
        {detail !== undefined && ` ${shortDetail(detail)}`}
        {tokenName !== undefined && ` token ${tokenName}`}
      </span>
      {executionId !== undefined && <Link {...executionPage(executionId)}>execution</Link>}
    </span>
  );
}
