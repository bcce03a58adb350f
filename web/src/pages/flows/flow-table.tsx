import { Link } from '@tanstack/react-router';
import { Star } from 'lucide-react';
import { ToggleButton } from 'react-aria-components';
import type { Schema } from '../../../../src/faces/api-client/operation-types.ts';
import { flowName } from '../../../../src/language/flow/flow-key.ts';
import { toggleFavourite } from '../../api/favourites.ts';
import { useFavourites } from '../../api/use-favourites.ts';
import { useMay, useSubject } from '../../api/use-may.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { FlowName } from '../../components/flow-name.tsx';
import { Labels } from '../../components/labels.tsx';
import { RelativeTime } from '../../components/times.tsx';
import { shortTypeName } from '../../formats/short-type-name.ts';
import { executionPage, flowPage } from '../../links.ts';
import { ExecutionBadge } from '../executions/execution-badge.tsx';

type ListedFlow = Schema<'ListedFlow'>;
type Match = NonNullable<ListedFlow['matches']>[number];

interface FlowTableProps {
  readonly flows: readonly ListedFlow[];
  readonly onLabel: (label: string) => void;
}

/** Flows with their last execution and the next tick of their schedules. */
export function FlowTable({ flows, onLabel }: FlowTableProps) {
  const may = useMay();
  const isSearch = flows.some(({ matches }) => matches !== undefined);
  const columns: readonly (Column<ListedFlow> | false)[] = [
    {
      header: 'Flow',
      cell: ({ namespace, id, disabled }) => (
        <span className="row-name">
          <FavouriteButton name={flowName({ namespace, id })} />
          <Link {...flowPage({ namespace, id })} data-row-link>
            <FlowName namespace={namespace} id={id} />
          </Link>
          {disabled === true && <span className="flow-disabled chip muted">disabled</span>}
        </span>
      ),
    },
    isSearch && {
      header: 'Found in',
      from: 600,
      cell: ({ matches }) => <Matches matches={matches ?? []} />,
    },
    { header: 'Last execution', cell: (flow) => <LastExecution flow={flow} /> },
    {
      header: 'Next',
      from: 900,
      cell: ({ nextAt }) => nextAt !== undefined && <RelativeTime at={nextAt} />,
    },
    {
      header: 'Labels',
      from: 1000,
      isTight: true,
      cell: ({ labels }) => <Labels most={2} labels={labels} onPress={(name, value) => onLabel(`${name}:${value}`)} />,
    },
    { header: 'Description', from: 1000, grows: true, cell: ({ description }) => description },
    {
      header: 'Changed',
      from: 600,
      isTight: true,
      cell: ({ updatedAt, updatedBy }) => (
        <span className="cut">
          <RelativeTime at={updatedAt} /> <span className="muted">by {updatedBy}</span>
        </span>
      ),
    },
    {
      header: 'Run',
      isHeaderHidden: true,
      from: 600,
      cell: ({ namespace, id, disabled }) =>
        disabled !== true &&
        may('execute', namespace) && (
          <Link {...flowPage({ namespace, id })} search={{ tab: 'run' }} aria-label={`Run ${id} of ${namespace}`}>
            Run
          </Link>
        ),
    },
  ];
  return <DataTable label="Flows" columns={columns} rows={flows} keyOf={flowName} />;
}

const places: Readonly<Record<Match['in'], string>> = {
  id: 'id',
  namespace: 'namespace',
  description: 'description',
  label: 'label',
  task: 'task',
  'task-type': 'task type',
};

/** Where the words of a search are, other than in the name, which is beside it. */
function Matches({ matches }: { readonly matches: readonly Match[] }) {
  const others = matches.filter((match) => match.in !== 'id' && match.in !== 'namespace');
  return (
    <span className="inline gap-8">
      {others.map((match) => (
        <span key={`${match.in} ${match.text}`} className="cut" title={match.text}>
          <span className="muted">{places[match.in]}</span>{' '}
          {match.in === 'task-type' ? shortTypeName(match.text) : match.text}
        </span>
      ))}
    </span>
  );
}

/** The state leads to all executions of the flow, the time to this one. */
function LastExecution({ flow: { namespace, id, lastExecution } }: { readonly flow: ListedFlow }) {
  if (lastExecution === undefined) return <span className="muted">never</span>;
  return (
    <span className="inline gap-8 muted">
      <Link to="/ui/executions" search={{ namespace, flow: id }} title={`Executions of ${namespace}/${id}`}>
        <ExecutionBadge execution={lastExecution} />
      </Link>
      <Link {...executionPage(lastExecution.id)} className="muted" title="This execution">
        <RelativeTime at={lastExecution.createdAt} />
      </Link>
    </span>
  );
}

/** @param name such as `shop/release` */
function FavouriteButton({ name }: { readonly name: string }) {
  const user = useSubject();
  const isFavourite = useFavourites().includes(name);
  return (
    <ToggleButton
      className="favourite"
      aria-label={`Favourite ${name}`}
      isSelected={isFavourite}
      onChange={() => toggleFavourite(user, name)}
    >
      <Star size={14} fill={isFavourite ? 'currentColor' : 'none'} aria-hidden />
    </ToggleButton>
  );
}
