import { forbiddenAsUndefined, JenkinsError, notFoundAsUndefined } from './jenkins-error.ts';
import type { CallOptions, JenkinsReadiness } from './jenkins-gateway.ts';
import type { JenkinsRequests } from './jenkins-requests.ts';

/** The plugins that folders, jobs, secrets and the generated scripts need. */
export const requiredPlugins = [
  'cloudbees-folder',
  'credentials',
  'credentials-binding',
  'plain-credentials',
  'script-security',
  'pipeline-model-definition',
  'pipeline-stage-step',
  'workflow-basic-steps',
  'workflow-cps',
  'workflow-durable-task-step',
  'workflow-job',
] as const;

/** Checks whether Jenkins can serve Flowgate, without changing anything. */
export async function readReadiness(
  requests: JenkinsRequests,
  rootFolder: string,
  { signal }: CallOptions,
): Promise<JenkinsReadiness> {
  const root = await requests.json({ path: '', tree: 'quietingDown', signal });
  const version = root.reply.header('x-jenkins');
  if (version === undefined) throw new JenkinsError('broken-reply', 'The server at JENKINS_URL is not Jenkins.');
  const quietingDown = root.get('quietingDown').boolean;
  return {
    version,
    quietingDown,
    missingPlugins: await missingPlugins(requests, signal),
    missingPermissions: await missingPermissions(requests, rootFolder, signal),
  };
}

async function missingPlugins(
  requests: JenkinsRequests,
  signal: AbortSignal | undefined,
): Promise<readonly string[] | undefined> {
  const answer = await forbiddenAsUndefined(
    requests.json({ path: '/pluginManager', tree: 'plugins[shortName,active]', signal }),
  );
  if (answer === undefined) return undefined;
  const active = answer.get('plugins').items.filter((plugin) => plugin.get('active').boolean);
  const names = new Set(active.map((plugin) => plugin.get('shortName').text));
  return requiredPlugins.filter((name) => !names.has(name));
}

async function missingPermissions(
  requests: JenkinsRequests,
  rootFolder: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const exists = (await notFoundAsUndefined(requests.json({ path: rootFolder, tree: 'name', signal }))) !== undefined;
  const missing: string[] = [];
  // Without a content type this creates nothing: the answer is 403 or, if creating is permitted, 400.
  const creation = await forbiddenAsUndefined(
    requests.post({ path: `${exists ? rootFolder : ''}/createItem`, signal }, [400]),
  );
  if (creation === undefined) missing.push('Job/Create');
  if (!exists) return missing;
  if ((await forbiddenAsUndefined(requests.get({ path: `${rootFolder}/config.xml`, signal }))) === undefined)
    missing.push('Job/Configure');
  const secrets = requests.json({
    path: `${rootFolder}/credentials/store/folder/domain/_`,
    tree: 'credentials[id]',
    signal,
  });
  if ((await forbiddenAsUndefined(notFoundAsUndefined(secrets))) === undefined) missing.push('Credentials/View');
  return missing;
}
