import type { CallOptions, QueueWaits } from './jenkins-gateway.ts';
import type { JenkinsRequests } from './jenkins-requests.ts';
import { pathOfUrl, type JobPaths } from './job-paths.ts';

/**
 * As `JenkinsGateway.waits`: a waiting pipeline is an item of its own; so is each of its waiting `node` steps, which
 * names the build.
 */
export async function readWaits(
  requests: JenkinsRequests,
  paths: JobPaths,
  { signal }: CallOptions,
): Promise<QueueWaits> {
  const queue = await requests.json({ path: '/queue', tree: 'items[id,why,task[url]]', signal });
  const items = new Map<number, string>();
  const builds = new Map<string, string>();
  for (const item of queue.get('items').items) {
    const why = item.get('why').optionalText ?? '';
    items.set(item.get('id').number, why);
    const task = item.get('task');
    const path = task.isNull ? undefined : pathOfUrl(`/${task.get('url').optionalText ?? ''}`);
    if (path !== undefined) builds.set(path, why);
  }
  return { items, ofBuild: (build) => builds.get(paths.build(build)) };
}
