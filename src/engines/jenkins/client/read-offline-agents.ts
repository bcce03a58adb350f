import type { CallOptions, OfflineAgent, OfflineAgents } from './jenkins-gateway.ts';
import type { JenkinsRequests } from './jenkins-requests.ts';
import { pathOfUrl, type JobPaths } from './job-paths.ts';

/**
 * As `JenkinsGateway.offlineAgents`. An agent that a person has marked offline finishes its builds, so it is left out.
 */
export async function readOfflineAgents(
  requests: JenkinsRequests,
  paths: JobPaths,
  { signal }: CallOptions,
): Promise<OfflineAgents> {
  const tree = 'computer[displayName,offline,temporarilyOffline,offlineCauseReason,executors[currentExecutable[url]]]';
  const answer = await requests.json({ path: '/computer', tree, signal });
  const builds = new Map<string, OfflineAgent>();
  for (const computer of answer.get('computer').items) {
    if (!computer.get('offline').boolean || computer.get('temporarilyOffline').anyText === 'true') continue;
    const agent = {
      name: computer.get('displayName').text,
      why: computer.get('offlineCauseReason').optionalText ?? '',
    };
    const executables = computer.get('executors').items.map((executor) => executor.get('currentExecutable'));
    for (const executable of executables) {
      const path = executable.isNull ? undefined : pathOfUrl(executable.get('url').optionalText ?? '');
      if (path !== undefined) builds.set(path, agent);
    }
  }
  return { ofBuild: (build) => builds.get(paths.build(build)) };
}
