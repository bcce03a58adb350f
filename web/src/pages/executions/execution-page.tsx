import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { executionQuery, type Execution } from '../../api/execution-queries.ts';
import { Breadcrumb, linksToFlow } from '../../components/breadcrumb.tsx';
import { CopyableId } from '../../components/copy-button.tsx';
import { Labels } from '../../components/labels.tsx';
import { Facts, Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Duration, RelativeTime } from '../../components/times.tsx';
import { executionPage, flowPage } from '../../links.ts';
import { ArtifactList } from './artifact-list.tsx';
import { ExecutionActions } from './execution-actions.tsx';
import { ExecutionBadge } from './execution-badge.tsx';
import { ExecutionNotices } from './execution-notices.tsx';
import { ExecutionRun } from './execution-run.tsx';
import { ExecutionValues } from './execution-values.tsx';
import { startersOfChildren } from './starters-of-children.ts';

const route = getRouteApi('/ui/executions/$executionId');

export function ExecutionPage() {
  const { executionId } = route.useParams();
  // A replay opens another execution, and must show nothing of the previous one.
  return <OneExecution key={executionId} id={executionId} />;
}

function OneExecution({ id }: { readonly id: string }) {
  const query = useQuery(executionQuery(id));
  const { data } = query;
  return (
    <Page
      title={data === undefined ? 'Execution' : `${data.namespace}/${data.flowId}`}
      heading={data && <ExecutionHeading execution={data} />}
      breadcrumb={data && <ExecutionBreadcrumb execution={data} />}
      actions={data && <ExecutionActions execution={data} />}
    >
      <QueryView query={query} what="the execution">
        {(execution) => (
          <>
            <ExecutionFacts execution={execution} />
            <ExecutionNotices execution={execution} />
            <ExecutionTabs execution={execution} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function ExecutionBreadcrumb({ execution: { namespace, flowId, id, number } }: { readonly execution: Execution }) {
  const here = number === undefined ? id.slice(-6) : `#${number}`;
  return <Breadcrumb links={linksToFlow({ namespace, id: flowId })} here={here} />;
}

function ExecutionHeading({ execution }: { readonly execution: Execution }) {
  const { namespace, flowId, number, archivedAt, isUnsigned } = execution;
  return (
    <>
      <Link {...flowPage({ namespace, id: flowId })}>
        {namespace}/{flowId}
      </Link>
      {number !== undefined && <span className="muted">#{number}</span>}
      <ExecutionBadge execution={execution} variant="tinted" />
      {archivedAt !== undefined && (
        <span className="muted small">
          archived <RelativeTime at={archivedAt} />
          {isUnsigned === true && ', not signed: it could have been changed'}
        </span>
      )}
    </>
  );
}

function ExecutionFacts({ execution }: { readonly execution: Execution }) {
  const { id, actor, via, createdAt, startedAt, endedAt, revision, labels } = execution;
  const { replayOf, restartOf, restartFrom, parent, build } = execution;
  const builds = execution.builds ?? (build === undefined ? [] : [build]);
  return (
    <Facts
      items={[
        ['Started by', via === undefined ? actor : `${actor} via ${via}`],
        [
          'Called by',
          parent && (
            <Link key="parent" {...executionPage(parent.execution)}>
              {parent.namespace}/{parent.flowId} {parent.task}
              {parent.item !== undefined && `[${parent.item}]`}
            </Link>
          ),
        ],
        [
          'Child executions',
          startersOfChildren(execution).size > 0 && (
            <Link key="children" to="/ui/executions" search={{ parent: id }}>
              Show all
            </Link>
          ),
        ],
        ['Created', <RelativeTime key="created" at={createdAt} />],
        ['Duration', startedAt && <Duration key="duration" from={startedAt} to={endedAt} />],
        ['Revision', revision],
        ['ID', <CopyableId key="id" id={id} what="execution id" />],
        [
          'Replay of',
          replayOf && (
            <Link key="replay" {...executionPage(replayOf)}>
              {replayOf.slice(-6)}
            </Link>
          ),
        ],
        [
          'Restart of',
          restartOf && (
            <Link key="restart" {...executionPage(restartOf)}>
              {restartOf.slice(-6)}
            </Link>
          ),
        ],
        ['Controller', execution.controller && <ControllerOf key="controller" execution={execution} />],
        ['Restarted from', restartFrom && <code key="from">{restartFrom}</code>],
        [
          builds.length > 1 ? 'Builds' : 'Build',
          builds.length > 0 && (
            <span key="builds" className="row gap-8">
              {builds.map(({ number, url }) => (
                <a key={url} href={url} target="_blank" rel="noopener noreferrer">
                  #{number}
                </a>
              ))}
            </span>
          ),
        ],
        ['Labels', Object.keys(labels).length > 0 && <Labels key="labels" labels={labels} />],
      ]}
    />
  );
}

function ControllerOf({ execution: { controller, insteadOf } }: { readonly execution: Execution }) {
  return (
    <span className="row gap-8">
      <Link to="/ui/controllers">{controller}</Link>
      {insteadOf !== undefined && <span className="muted">instead of {insteadOf}</span>}
    </span>
  );
}

function ExecutionTabs({ execution }: { readonly execution: Execution }) {
  const { tab = 'run' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Tabs
      label="Parts of the execution"
      chosen={tab}
      onChange={(chosen) =>
        void navigate({
          search: (before) => ({ ...before, tab: chosen === 'run' ? undefined : chosen }),
          replace: true,
        })
      }
      items={[
        { id: 'run', title: 'Tasks and log', content: () => <ExecutionRun execution={execution} /> },
        { id: 'values', title: 'Inputs and outputs', content: () => <ExecutionValues execution={execution} /> },
        { id: 'artifacts', title: 'Artifacts', content: () => <ArtifactList execution={execution} /> },
      ]}
    />
  );
}
