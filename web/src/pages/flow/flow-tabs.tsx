import { Suspense, type ComponentType } from 'react';
import type { Schema } from '../../../../src/faces/api-client/operation-types.ts';
import { Skeleton } from '../../components/query-view.tsx';
import type { TabItem } from '../../components/tabs.tsx';
import { loadedPart } from '../../load-part.ts';
import type { FlowTabProps } from './flow-tab-props.ts';

/** The tabs of a flow besides its executions, in their order. Each is loaded when it is opened. */
const tabs: readonly (readonly [id: string, title: string, Content: ComponentType<FlowTabProps>])[] = [
  ['source', 'Source', loadedPart(() => import('./source/source-tab.tsx'), 'SourceTab')],
  ['graph', 'Graph', loadedPart(() => import('./graph/flow-graph.tsx'), 'GraphTab')],
  ['jenkinsfile', 'Jenkinsfile', loadedPart(() => import('./jenkinsfile/jenkinsfile-tab.tsx'), 'JenkinsfileTab')],
  ['logs', 'Logs', loadedPart(() => import('./logs/logs-tab.tsx'), 'LogsTab')],
  ['revisions', 'Revisions', loadedPart(() => import('./revisions/revisions-tab.tsx'), 'RevisionsTab')],
  ['triggers', 'Triggers', loadedPart(() => import('./triggers/triggers-tab.tsx'), 'TriggersTab')],
  ['calls', 'Calls', loadedPart(() => import('./calls/calls-tab.tsx'), 'CallsTab')],
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
