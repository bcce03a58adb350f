import { useQuery } from '@tanstack/react-query';
import { controllersQuery, type Controller } from '../../api/system-queries.ts';
import { Callout } from '../../components/callout.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { StateIcon } from '../../components/state-badge.tsx';
import { RelativeTime } from '../../components/times.tsx';

/** The Jenkins controllers, and how they are. */
export function ControllersPage() {
  const query = useQuery(controllersQuery());
  return (
    <Page title="Controllers">
      <QueryView query={query} what="the controllers" skeletonRows={3}>
        {(controllers) =>
          controllers.length === 0 ? (
            <Callout tone="neutral" title="Executions do not run on Jenkins controllers" />
          ) : (
            <>
              {controllers.filter(({ state }) => state === 'down').map(downCallout)}
              <DataTable label="Controllers" columns={columns} rows={controllers} keyOf={({ name }) => name} />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

function downCallout({ name, reason, downSince }: Controller) {
  return (
    <Callout key={name} tone="failed" title={`${name} is down`}>
      {reason} {downSince !== undefined && <RelativeTime at={downSince} />}
    </Callout>
  );
}

const columns: readonly Column<Controller>[] = [
  { header: 'Controller', grows: true, cell: (controller) => <Name of={controller} /> },
  { header: 'State', cell: (controller) => <State of={controller} /> },
  {
    header: 'Running',
    isNumber: true,
    cell: ({ running, maxBuilds }) => (maxBuilds === undefined ? running : `${running} of ${maxBuilds}`),
  },
  { header: 'Waiting', isNumber: true, cell: ({ waiting }) => waiting },
  {
    header: 'Executors',
    isNumber: true,
    from: 900,
    cell: ({ executors }) => executors && `${executors.busy} of ${executors.total}`,
  },
  { header: 'Runs flows of', from: 900, cell: (controller) => takes(controller) },
  { header: 'Version', from: 900, cell: ({ version }) => version },
];

function Name({ of: { name, url } }: { readonly of: Controller }) {
  if (url === undefined) return <strong>{name}</strong>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  );
}

function State({ of: { state } }: { readonly of: Controller }) {
  const { icon, word } = states[state];
  return (
    <span className="row gap-8">
      <StateIcon state={icon} /> {word}
    </span>
  );
}

const states = {
  ok: { icon: 'SUCCESS', word: 'OK' },
  draining: { icon: 'WARNING', word: 'Draining' },
  quieting: { icon: 'WARNING', word: 'About to restart' },
  down: { icon: 'FAILED', word: 'Down' },
  unknown: { icon: 'CREATED', word: 'Unknown' },
} as const;

function takes({ namespaces, workerGroups, fallback }: Controller): string {
  const groups = workerGroups.map((group) => `worker group ${group}`);
  const all = [...namespaces, ...groups].join(', ') || 'everything else';
  return fallback === undefined ? all : `${all}; otherwise ${fallback}`;
}
