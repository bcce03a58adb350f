import { lazy, Suspense, type ComponentType } from 'react';
import type { Schema } from '../../../../src/api-client/operation-types.ts';
import { Skeleton } from '../../components/skeleton.tsx';
import type { TabItem } from '../../components/tabs.tsx';
import type { FlowTabProps } from './flow-tab-props.ts';

const SourceTab = lazy(async () => ({ default: (await import('./source/source-tab.tsx')).SourceTab }));
const JenkinsfileTab = lazy(async () => ({
  default: (await import('./jenkinsfile/jenkinsfile-tab.tsx')).JenkinsfileTab,
}));
const RevisionsTab = lazy(async () => ({ default: (await import('./revisions/revisions-tab.tsx')).RevisionsTab }));
const TriggersTab = lazy(async () => ({ default: (await import('./triggers/triggers-tab.tsx')).TriggersTab }));
const CallsTab = lazy(async () => ({ default: (await import('./calls/calls-tab.tsx')).CallsTab }));

/** The tabs of a flow besides its executions, in their order; each is loaded when it is opened. */
export function flowTabs(flow: Schema<'Flow'>): readonly TabItem<string>[] {
  const tab = (id: string, title: string, Content: ComponentType<FlowTabProps>): TabItem<string> => ({
    id,
    title,
    content: () => (
      <Suspense fallback={<Skeleton rows={8} />}>
        <Content flow={flow} />
      </Suspense>
    ),
  });
  return [
    tab('source', 'Source', SourceTab),
    tab('jenkinsfile', 'Jenkinsfile', JenkinsfileTab),
    tab('revisions', 'Revisions', RevisionsTab),
    tab('triggers', 'Triggers', TriggersTab),
    tab('calls', 'Calls', CallsTab),
  ];
}
