import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schema } from '../../../../../src/faces/api-client/operation-types.ts';
import { logSearchQuery } from '../../../api/execution-queries.ts';
import { Button } from '../../../components/button.tsx';
import { DataTable, type Column } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { TextField } from '../../../components/field.tsx';
import { StateIcon } from '../../../components/state-badge.tsx';
import { formatMinute } from '../../../formats/format-time.ts';
import { executionPage } from '../../../links.ts';
import { PagedList } from '../../../lists/paged-list.tsx';
import { plain, plainText } from '../../../log/ansi.ts';
import { hashOfLines } from '../../../log/line-hash.ts';
import { LogText } from '../../../log/log-text.tsx';
import { withMatches } from '../../../log/with-matches.ts';
import type { FlowTabProps } from '../flow-tab-props.ts';
import '../../../log/log-view.css';

const route = getRouteApi('/ui/flows/$namespace/$flowId');
const maxText = 200;

type LogHit = Schema<'LogHit'>;

/** Searches the logs of the latest executions. The text is in the address. */
export function LogsTab({ flow }: FlowTabProps) {
  const { search } = route.useSearch();
  const navigate = route.useNavigate();
  const [text, setText] = useState(search ?? '');
  const wanted = text.slice(0, maxText);
  return (
    <div className="stack">
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ search: { tab: 'logs', ...(wanted !== '' && { search: wanted }) }, replace: true });
        }}
      >
        <TextField
          label="Search the logs"
          isLabelHidden
          type="search"
          placeholder="Search the logs"
          value={text}
          onChange={setText}
        />
        <Button type="submit">Search</Button>
      </form>
      {search === undefined ? (
        <p className="muted">
          Finds lines that contain a text in the logs of all executions of this flow, the newest first.
        </p>
      ) : (
        <Hits key={search} flow={flow} text={search} />
      )}
    </div>
  );
}

const columnsFor = (wanted: string): readonly Column<LogHit>[] => [
  {
    header: 'Line',
    cell: ({ execution, number, state, line }) => (
      <span className="row-name">
        <StateIcon state={state} />
        <Link
          {...executionPage(execution)}
          search={{ task: '*' }}
          hash={hashOfLines({ from: line, to: line }).slice(1)}
          data-row-link
        >
          {number === undefined ? execution.slice(-6) : `#${number}`}, line {line.toLocaleString('en')}
        </Link>
      </span>
    ),
  },
  { header: 'Ran', from: 600, cell: ({ createdAt }) => formatMinute(Date.parse(createdAt)) },
  {
    header: 'Text',
    grows: true,
    cell: ({ text }) => (
      <code title={plainText(text)}>
        <LogText pieces={withMatches([{ text: plainText(text), style: plain }], wanted.toLowerCase())} />
      </code>
    ),
  },
];

function Hits({ flow: { namespace, id }, text }: FlowTabProps & { readonly text: string }) {
  const query = useInfiniteQuery(logSearchQuery({ namespace, id }, text));
  return (
    <PagedList
      query={query}
      what="the logs"
      itemsOf={({ hits }) => hits}
      empty={(hasMore) => (
        <EmptyState
          kind="no-match"
          title={
            hasMore ? 'Not found in the latest executions' : 'No execution of this flow has such a line in its log'
          }
        />
      )}
    >
      {(hits) => (
        <DataTable
          label="Lines"
          columns={columnsFor(text)}
          rows={hits}
          keyOf={({ execution, line }) => `${execution} ${line}`}
        />
      )}
    </PagedList>
  );
}
