import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { homeQuery, type Home } from '../../api/home-query.ts';
import { whoAmIQuery } from '../../api/system-queries.ts';
import { useFavourites } from '../../api/use-favourites.ts';
import { Select } from '../../components/field.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView, Skeleton } from '../../components/query-view.tsx';
import { loadedPart } from '../../load-part.ts';
import { DayChart } from './day-chart.tsx';
import { FavouriteList } from './favourite-list.tsx';
import { HomeApprovals } from './home-approvals.tsx';
import { HomeExecutions } from './home-executions.tsx';
import { HomeSection } from './home-section.tsx';
import { NamespaceTable } from './namespace-table.tsx';
import { NextTicks } from './next-ticks.tsx';
import './home-page.css';

const route = getRouteApi('/ui/home');
const all = '*';
// Most installations have flows.
const NoFlows = loadedPart(() => import('../flows/no-flows.tsx'), 'NoFlows');

/** Where a day begins: what failed and why, what waits and runs, and what comes next. */
export function HomePage() {
  const { namespace } = route.useSearch();
  const navigate = route.useNavigate();
  // The favourites are those of the user.
  const { isPending } = useQuery(whoAmIQuery());
  const query = useQuery({
    ...homeQuery(namespace, useFavourites()),
    // With other favourites, the overview stays; that of another namespace would be wrong.
    placeholderData: (previous: Home | undefined, ofQuery) =>
      ofQuery?.meta?.namespace === namespace ? previous : undefined,
    meta: { namespace },
    enabled: !isPending,
  });
  const choose = (chosen: string) =>
    void navigate({ search: { namespace: chosen === all ? undefined : chosen }, replace: true });
  const namespaces = query.data?.namespaces.map((each) => each.namespace) ?? [];
  const choices = namespace === undefined || namespaces.includes(namespace) ? namespaces : [namespace, ...namespaces];
  return (
    <Page
      title="Home"
      actions={
        (choices.length > 1 || namespace !== undefined) && (
          <Select
            label="Namespace"
            isLabelHidden
            options={[{ value: all, text: 'All namespaces' }, ...choices.map((value) => ({ value, text: value }))]}
            value={namespace ?? all}
            onChange={choose}
          />
        )
      }
    >
      <QueryView query={query} what="the overview">
        {(home) => (
          <Suspense fallback={<Skeleton />}>
            {home.flowCount === 0 ? <NoFlows /> : <Overview home={home} namespace={namespace} />}
          </Suspense>
        )}
      </QueryView>
    </Page>
  );
}

function Overview({ home, namespace }: { readonly home: Home; readonly namespace: string | undefined }) {
  const { failed, running } = home;
  return (
    <div className="home-columns">
      <div className="stack home-column">
        <HomeSection
          title="Failed in the last 24 hours"
          count={failed.count}
          empty="Nothing failed."
          all={{ to: '/ui/executions', search: { namespace, state: ['FAILED'], range: '24h' } }}
        >
          <HomeExecutions label="Failed executions" executions={failed.executions} because="failed" />
        </HomeSection>
        <HomeApprovals namespace={namespace} />
        <HomeSection
          title="Running"
          count={running.count}
          empty="Nothing is running."
          all={{ to: '/ui/executions', search: { namespace, state: ['CREATED', 'QUEUED', 'RUNNING'] } }}
        >
          <HomeExecutions label="Running executions" executions={running.executions} because="running" />
        </HomeSection>
      </div>
      <div className="stack home-column">
        <HomeSection title="Favourites" count={home.flows.length} empty="Mark a flow with its star to find it here.">
          <FavouriteList flows={home.flows} />
        </HomeSection>
        <HomeSection title="The last two weeks">
          <DayChart days={home.days} />
        </HomeSection>
        <HomeSection title="Comes next" count={home.next.length} empty="No schedule is due." isCountHidden>
          <NextTicks ticks={home.next} />
        </HomeSection>
        {namespace === undefined && home.namespaces.length > 1 && (
          <HomeSection title="Namespaces">
            <NamespaceTable namespaces={home.namespaces} />
          </HomeSection>
        )}
      </div>
    </div>
  );
}
