import { Link } from '@tanstack/react-router';
import { Button } from 'react-aria-components';
import type { AuditEntry } from '../../api/system-queries.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { RelativeTime } from '../../components/times.tsx';
import { executionPage } from '../../links.ts';
import { FilterCell } from '../../lists/filter-cell.tsx';
import { outcomeStyles, wordsOfAction } from './audit-words.ts';

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
        <Button className="text-button" data-row-link="" onPress={() => onOpen(entry)}>
          {wordsOfAction(entry.action)}
        </Button>
      ),
    },
    {
      header: 'Who',
      cell: ({ actor }) => <FilterCell text={actor} phrase="user" onPress={() => onFilter('actor', actor)} />,
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

interface WhatProps {
  readonly entry: AuditEntry;
  readonly onFilter: (kind: 'actor' | 'flow' | 'namespace', value: string) => void;
}

function What({ entry: { namespace, flowId, revision, executionId, triggerId, tokenName }, onFilter }: WhatProps) {
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
          <Link {...executionPage(executionId)}>execution</Link>
        </>
      )}
    </>
  );
}
