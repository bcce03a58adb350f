import type { CallOptions, Executors } from './jenkins-gateway.ts';
import type { JenkinsRequests } from './jenkins-requests.ts';
import { pathOfUrl, type JobPaths } from './job-paths.ts';
import type { ReplyValue } from './reply-value.ts';

// Jenkins' own classes of permanent agents; those that clouds add have classes of their own.
const permanent = /^hudson\.(model\.Hudson\$MasterComputer|slaves\.SlaveComputer)$/;
const plainLabel = /^[\w.-]+$/;

/** As `JenkinsGateway.executors`. */
export async function readExecutors(
  requests: JenkinsRequests,
  paths: JobPaths,
  { signal }: CallOptions,
): Promise<Executors> {
  const tree = 'computer[offline,assignedLabels[name],executors[idle,currentExecutable[url]]]';
  const [root, answer] = await Promise.all([
    requests.json({ path: '', tree: 'quietingDown', signal }),
    requests.json({ path: '/computer', tree, signal }),
  ]);
  const computers = answer.get('computer').items;
  const online = computers.filter((computer) => !computer.get('offline').boolean);
  const builds = new Set(computers.flatMap(executorsOf).map(buildOf));
  return {
    isQuietingDown: root.get('quietingDown').boolean,
    areAddedOnDemand: computers.some((computer) => !permanent.test(computer.get('_class').text)),
    idle: (label) =>
      online
        .filter((computer) => hasLabel(computer, label))
        .flatMap(executorsOf)
        .filter(isIdle).length,
    ofBuild: (build) => builds.has(paths.build(build)),
  };
}

function executorsOf(computer: ReplyValue): readonly ReplyValue[] {
  return computer.get('executors').items;
}

function isIdle(executor: ReplyValue): boolean {
  return executor.get('idle').boolean;
}

function buildOf(executor: ReplyValue): string | undefined {
  const executable = executor.get('currentExecutable');
  return executable.isNull ? undefined : pathOfUrl(executable.get('url').optionalText ?? '');
}

function hasLabel(computer: ReplyValue, label: string | undefined): boolean {
  if (label === undefined || !plainLabel.test(label)) return true;
  return computer.get('assignedLabels').items.some((assigned) => assigned.get('name').text === label);
}
