import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { asProblem } from '../../api/api-problem.ts';
import { flowQuery } from '../../api/flow-queries.ts';
import { useMay } from '../../api/use-may.ts';
import { Breadcrumb, linksToNamespace } from '../../components/breadcrumb.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Labels } from '../../components/labels.tsx';
import { Facts, Page } from '../../components/page.tsx';
import { QueryView, Skeleton } from '../../components/query-view.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { RelativeTime } from '../../components/times.tsx';
import { flowPage } from '../../links.ts';
import { loadedPart } from '../../load-part.ts';
import { ExecutionList } from '../executions/execution-list.tsx';
import { FlowActivityView } from '../executions/flow-activity-view.tsx';
import { FlowActions } from './flow-actions.tsx';
import { flowTabs } from './flow-tabs.tsx';
import { OwnerNotice } from './owner-notice.tsx';
import { RunTab } from './run/run-tab.tsx';

const route = getRouteApi('/ui/flows/$namespace/$flowId');
const MissingFlow = loadedPart(() => import('./missing-flow.tsx'), 'MissingFlow');

export function FlowPage() {
  const { namespace, flowId } = route.useParams();
  return <OneFlow key={`${namespace}/${flowId}`} namespace={namespace} id={flowId} />;
}

function OneFlow({ namespace, id }: { readonly namespace: string; readonly id: string }) {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const mayRun = useMay()('execute', namespace);
  const query = useQuery(flowQuery({ namespace, id }));
  const breadcrumb = <Breadcrumb links={linksToNamespace(namespace)} here={id} />;
  const isMissing = query.data === undefined && query.error !== null && asProblem(query.error).status === 404;
  if (isMissing)
    return (
      <Page title={`${namespace}/${id}`} breadcrumb={breadcrumb}>
        <Suspense fallback={<Skeleton />}>
          <MissingFlow flow={{ namespace, id }} />
        </Suspense>
      </Page>
    );
  return (
    <Page
      title={`${namespace}/${id}`}
      breadcrumb={breadcrumb}
      actions={query.data !== undefined && <FlowActions flow={query.data} />}
    >
      <QueryView query={query} what="the flow">
        {(flow) => (
          <>
            {flow.description !== undefined && <p>{flow.description}</p>}
            <Facts
              items={[
                ['Revision', flow.revision],
                ['Changed', <RelativeTime key="changed" at={flow.updatedAt} />],
                ['By', flow.updatedBy],
                ['Labels', Object.keys(flow.labels).length > 0 && <Labels key="labels" labels={flow.labels} />],
              ]}
            />
            {flow.owner !== undefined && <OwnerNotice owner={flow.owner} />}
            <Tabs
              label="Parts of the flow"
              items={[
                ...(mayRun ? [{ id: 'run', title: 'Run', content: () => <RunTab flow={flow} /> }] : []),
                {
                  id: 'executions',
                  title: 'Executions',
                  content: () => <FlowExecutions namespace={namespace} id={id} />,
                },
                ...flowTabs(flow),
              ]}
              chosen={tab ?? (mayRun ? 'run' : 'executions')}
              onChange={(chosen) => void navigate({ search: { tab: chosen }, replace: true })}
            />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function FlowExecutions({ namespace, id }: { readonly namespace: string; readonly id: string }) {
  return (
    <>
      <FlowActivityView namespace={namespace} id={id} />
      <ExecutionList
        filter={{ namespace, flow_id: id }}
        empty={() => (
          <EmptyState kind="none" title="This flow has not run yet">
            <Link {...flowPage({ namespace, id })} search={{ tab: 'run' }} className="button button-plain">
              Run
            </Link>
          </EmptyState>
        )}
      />
    </>
  );
}
