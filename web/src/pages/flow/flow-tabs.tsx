import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, type ComponentType } from 'react';
import type { Schema } from '../../../../src/api-client/operation-types.ts';
import { Skeleton } from '../../components/query-view.tsx';
import type { TabItem } from '../../components/tabs.tsx';
import type { FlowTabProps } from './flow-tab-props.ts';

/** The tabs of a flow besides its executions, in their order. Each is loaded when it is opened. */
const tabs: readonly (readonly [id: string, title: string, Content: ComponentType<FlowTabProps>])[] = [
  ['source', 'Source', lazyRouteComponent(() => import('./source/source-tab.tsx'), 'SourceTab')],
  ['graph', 'Graph', lazyRouteComponent(() => import('./graph/graph-tab.tsx'), 'GraphTab')],
  [
    'jenkinsfile',
    'Jenkinsfile',
    lazyRouteComponent(() => import('./jenkinsfile/jenkinsfile-tab.tsx'), 'JenkinsfileTab'),
  ],
  ['logs', 'Logs', lazyRouteComponent(() => import('./logs/logs-tab.tsx'), 'LogsTab')],
  ['revisions', 'Revisions', lazyRouteComponent(() => import('./revisions/revisions-tab.tsx'), 'RevisionsTab')],
  ['triggers', 'Triggers', lazyRouteComponent(() => import('./triggers/triggers-tab.tsx'), 'TriggersTab')],
  ['calls', 'Calls', lazyRouteComponent(() => import('./calls/calls-tab.tsx'), 'CallsTab')],
];

export function flowTabs(flow: Schema<'Flow'>): readonly TabItem<string>[] {
  return tabs.map(([id, title, Content]) => ({
    id,
    title,
    content: () => (
      <Suspense fallback={<Skeleton rows={8} />}>
        <Content flow={flow} />
      </Suspense>
    ),
  }));
}
