import type { FlowKey } from '../../../language/flow/flow-key.ts';
import { jobName } from './job-name.ts';
import type { ReplyValue } from './reply-value.ts';

/** The jobs of flows in a reply about the root folder, `jobs[name,displayName,jobs[name,displayName,...]]`. */
export function flowJobs(root: ReplyValue | undefined): readonly { readonly key: FlowKey; readonly job: ReplyValue }[] {
  return flowFolders(root).flatMap(({ namespace, folder }) =>
    folder
      .get('jobs')
      .items.filter(isFlowgateJob)
      .map((job) => ({ key: { namespace, id: job.get('displayName').text }, job })),
  );
}

/** The folders of namespaces in a reply about the root folder, `jobs[name,displayName]`. */
export function flowFolders(
  root: ReplyValue | undefined,
): readonly { readonly namespace: string; readonly folder: ReplyValue }[] {
  return (root?.get('jobs').items ?? [])
    .filter(isFlowgateJob)
    .map((folder) => ({ namespace: folder.get('displayName').text, folder }));
}

/** Whether an item has the name derived from its ID; other items do not belong to Flowgate. */
function isFlowgateJob(item: ReplyValue): boolean {
  return jobName(item.get('displayName').text) === item.get('name').text;
}
