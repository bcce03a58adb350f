import { useQuery } from '@tanstack/react-query';
import { controllersQuery, type Controller } from '../../api/system-queries.ts';
import { Callout } from '../../components/callout.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
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
      {reason}{' '}
      {downSince !== undefined && (
        <>
          It went down <RelativeTime at={downSince} />.
        </>
      )}
    </Callout>
  );
}

const columns: readonly Column<Controller>[] = [
  { header: 'Controller', cell: (controller) => <Name of={controller} /> },
  { header: 'State', cell: (controller) => <StateBadge {...badgeOf(controller)} /> },
  {
    header: 'Running',
    isNumber: true,
    cell: ({ running, maxBuilds }) => (maxBuilds === undefined ? running : `${running} of ${maxBuilds}`),
  },
  { header: 'Open', isNumber: true, cell: ({ open }) => open },
  {
    header: 'Executors',
    isNumber: true,
    from: 900,
    folds: true,
    cell: ({ executors }) => executors && `${executors.busy} of ${executors.total}`,
  },
  { header: 'Runs', from: 900, folds: true, grows: true, cell: (controller) => <Takes of={controller} /> },
  { header: 'Fallback', from: 900, folds: true, cell: ({ fallback }) => fallback },
  { header: 'Version', from: 900, folds: true, cell: ({ version }) => version },
];

function Name({ of: { name, url } }: { readonly of: Controller }) {
  if (url === undefined) return <strong>{name}</strong>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  );
}

const states = {
  ok: { state: 'SUCCESS', word: 'OK' },
  draining: { state: 'WARNING', word: 'Draining' },
  quieting: { state: 'WARNING', word: 'About to restart' },
  down: { state: 'FAILED', word: 'Down' },
  unknown: { state: 'CREATED', word: 'Unknown' },
} as const;

/** A controller that is down can be draining too: it takes no new executions when it is back. */
function badgeOf({ state, draining }: Controller) {
  const badge = states[state];
  return draining && state !== 'draining' ? { ...badge, word: `${badge.word}, draining` } : badge;
}

function Takes({ of: { namespaces, workerGroups, url } }: { readonly of: Controller }) {
  const groups = workerGroups.map((group) => `worker group ${group}`);
  // Without the URL, the namespaces are hidden from the user.
  const others = url === undefined ? 'other namespaces' : 'everything else';
  const all = [...namespaces, ...groups].join(', ') || others;
  return <span title={all}>{all}</span>;
}
