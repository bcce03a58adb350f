import { Link } from '@tanstack/react-router';
import { Button } from 'react-aria-components';
import type { AuditEntry } from '../../api/system-queries.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { FilterCell } from '../../lists/filter-cell.tsx';
import { wordsOfAction } from './audit-words.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

/** Audit entries, newest first. */
export function AuditTable({
  entries,
  onOpen,
  onFilter,
}: {
  readonly entries: readonly AuditEntry[];
  readonly onOpen: (entry: AuditEntry) => void;
  readonly onFilter: (kind: 'actor' | 'flow' | 'namespace', value: string) => void;
}) {
  const columns: readonly Column<AuditEntry>[] = [
    {
      id: 'action',
      header: 'Action',
      cell: (entry) => (
        <Button className="row-button" data-row-link="" onPress={() => onOpen(entry)}>
          {wordsOfAction(entry.action)}
        </Button>
      ),
    },
    {
      id: 'actor',
      header: 'Who',
      cell: ({ actor }) => <FilterCell text={actor} phrase="user" onPress={() => onFilter('actor', actor)} />,
    },
    { id: 'at', header: 'When', cell: ({ at }) => <RelativeTime at={at} /> },
    {
      id: 'outcome',
      header: 'Outcome',
      from: 600,
      cell: ({ outcome, code }) => (
        <>
          <OutcomeBadge outcome={outcome} /> {code !== undefined && <code className="muted">{code}</code>}
        </>
      ),
    },
    { id: 'what', header: 'What', from: 600, grows: true, cell: (entry) => <What entry={entry} onFilter={onFilter} /> },
  ];
  return <DataTable label="Audit entries" columns={columns} rows={entries} keyOf={({ id }) => id} />;
}

function What({
  entry: { namespace, flowId, revision, executionId, triggerId, tokenName },
  onFilter,
}: {
  readonly entry: AuditEntry;
  readonly onFilter: (kind: 'actor' | 'flow' | 'namespace', value: string) => void;
}) {
  const flow = namespace !== undefined && flowId !== undefined ? `${namespace}/${flowId}` : undefined;
  return (
    <>
      {flow !== undefined ? (
        <FilterCell text={flow} phrase="flow" onPress={() => onFilter('flow', flow)} />
      ) : (
        namespace !== undefined && (
          <FilterCell text={namespace} phrase="namespace" onPress={() => onFilter('namespace', namespace)} />
        )
      )}
      <span className="muted">
        {revision !== undefined && ` revision ${revision}`}
        {triggerId !== undefined && ` trigger ${triggerId}`}
        {tokenName !== undefined && ` token ${tokenName}`}
      </span>
      {executionId !== undefined && (
        <>
          {' '}
          <Link to="/ui/executions/$executionId" params={{ executionId }}>
            execution
          </Link>
        </>
      )}
    </>
  );
}
