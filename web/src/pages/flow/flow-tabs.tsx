import type { Schema } from '../../../../src/contract/operation-types.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import type { TabItem } from '../../components/tabs.tsx';

/** The tabs of a flow besides its executions, in their order. A tab is a component in a file of this folder. */
export function flowTabs(flow: Schema<'Flow'>): readonly TabItem<string>[] {
  return [{ id: 'source', title: 'Source', content: () => <CodeBlock text={flow.source} what="source" /> }];
}
