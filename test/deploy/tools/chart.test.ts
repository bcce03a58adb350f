import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import { readReceiverFile } from '../../../src/abilities/notify/read-receiver-file.ts';
import { loadConfiguration } from '../../../src/base/config/load-configuration.ts';
import { readControllerFile } from '../../../src/engines/controllers/read-controller-file.ts';
import { readLockFile } from '../../../src/store/executions/locks/read-lock-file.ts';
import { everything, minimal, several, standalone } from '../chart-values.ts';
import { installed, runTool, type ToolResult } from './run-tool.ts';

const chart = 'deploy/helm/flowgate';
const folder = mkdtempSync(join(tmpdir(), 'flowgate-chart-'));
afterAll(() => rmSync(folder, { recursive: true }));

const versions = readdirSync(installed('FLOWGATE_TEST_KUBERNETES_SCHEMAS')).map((name) => name.replace(/^v/, ''));
const newest = versions.toSorted((left, right) => right.localeCompare(left, 'en', { numeric: true }))[0]!;
const allValues = { standalone, minimal, several, everything };

function helm(command: string, values: string, options: readonly string[] = []): ToolResult {
  const file = join(folder, 'values.yaml');
  writeFileSync(file, values);
  const name = command === 'template' ? ['release'] : [];
  return runTool('FLOWGATE_TEST_HELM', [command, ...name, chart, '-f', file, '--kube-version', newest, ...options]);
}

function conform(manifests: string, version: string): ToolResult {
  const schemas = join(installed('FLOWGATE_TEST_KUBERNETES_SCHEMAS'), `v${version}`);
  return runTool(
    'FLOWGATE_TEST_KUBECONFORM',
    [
      '-strict',
      // Kubernetes has no schema of it: the Prometheus operator brings it.
      '-skip',
      'PodMonitor',
      '-schema-location',
      `${schemas}/{{.ResourceKind}}{{.KindSuffix}}.json`,
    ],
    manifests,
  );
}

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: unknown;
}

function resources(values: string): readonly Resource[] {
  const { status, output, messages } = helm('template', values);
  expect(messages).toBe('');
  expect(status).toBe(0);
  return read(output);
}

function read(manifests: string): readonly Resource[] {
  return parseAllDocuments(manifests).map((document) => document.toJS() as Resource); // rendered by the chart
}

describe.each(Object.entries(allValues))('with %s values', (_, values) => {
  it('lints', () => {
    const { status, output } = helm('lint', values, ['--strict']);
    expect(output).toContain('0 chart(s) failed');
    expect(status).toBe(0);
  });

  it.each(versions)('conforms to Kubernetes %s', (version) => {
    const { output } = helm('template', values);
    expect(conform(output, version)).toEqual({ status: 0, output: '', messages: '' });
  });

  it('gives the pods a configuration that Flowgate accepts', () => {
    const config = resources(values).find(
      ({ kind, metadata }) => kind === 'ConfigMap' && !/policy/.test(metadata.name),
    );
    const environment = Object.fromEntries(Object.entries(config?.data ?? {}).filter(([name]) => !isPath(name)));
    const secrets = {
      FLOWGATE_KEY: 'a key of enough characters',
      JENKINS_TOKEN: 'token',
      REDIS_URL: 'redis://redis',
      FLOWGATE_NOTIFY_SECRET: `whsec_${Buffer.alloc(32, 'key').toString('base64')}`,
    };
    const given = values === standalone ? {} : secrets;
    if (environment.FLOWGATE_CONTROLLERS !== undefined) environment.FLOWGATE_CONTROLLERS = 'package.json'; // of a pod
    const roles = values === standalone ? ['all'] : ['api', 'worker'];
    for (const role of roles)
      expect(() => loadConfiguration({ ...environment, ...given, FLOWGATE_ROLE: role })).not.toThrow();
    const pods = resources(values).filter(({ kind }) => kind === 'Deployment');
    expect(pods.map(({ spec }) => /name: FLOWGATE_ROLE\n +value: (\w+)/.exec(stringify(spec))?.[1])).toEqual(roles);
  });
});

/** Settings with paths that exist only in a pod. */
function isPath(name: string): boolean {
  const paths = ['FLOWGATE_POLICY', 'FLOWGATE_RECEIVERS', 'FLOWGATE_LOCKS', 'FLOWGATE_SECRETS_DIR'];
  return name.endsWith('_FILE') || paths.includes(name);
}

it('gives the pods a file of controllers that Flowgate accepts', () => {
  const files = resources(several).find(({ metadata }) => metadata.name.endsWith('-policy'))?.data ?? {};
  const { value: controllers } = readControllerFile(files['controllers.yaml'] ?? '', () => 'token', {
    folder: 'flows',
    others: [],
  });
  expect(controllers?.map(({ name }) => name)).toEqual(['all', 'eu']);
});

it('gives the pods files of receivers and locks that Flowgate accepts, and both URLs', () => {
  const made = resources(everything);
  const files = made.find(({ metadata }) => metadata.name.endsWith('-policy'))?.data ?? {};
  expect(readReceiverFile(files['receivers.yaml'] ?? '', () => 'https://hooks.example/x').problems).toEqual([]);
  expect(readLockFile(files['locks.yaml'] ?? '').problems).toEqual([]);
  const config = made.find(({ kind, metadata }) => kind === 'ConfigMap' && !/policy/.test(metadata.name));
  expect(config?.data).toMatchObject({
    FLOWGATE_RECEIVERS: '/etc/flowgate/receivers.yaml',
    FLOWGATE_LOCKS: '/etc/flowgate/locks.yaml',
    FLOWGATE_PUBLIC_URL: 'https://flowgate.example',
    FLOWGATE_AGENT_URL: 'http://flowgate.flowgate.svc',
  });
  const older = resources(`${minimal}\nfiles: {enabled: true, publicUrl: "http://flowgate"}\n`);
  expect(older.find(({ data }) => data?.FLOWGATE_FILES !== undefined)?.data).toMatchObject({
    FLOWGATE_PUBLIC_URL: 'http://flowgate',
    FLOWGATE_AGENT_URL: 'http://flowgate',
  });
});

it('notices what Kubernetes would reject', () => {
  const { output } = helm('template', minimal);
  expect(conform(output.replace('replicas: 2', 'replicaz: 2'), newest)).toMatchObject({ status: 1 });
});

it.each([
  [
    'a missing secret',
    minimal.replace('existingSecret: flowgate', ''),
    'Set existingSecret, or secret.key for a trial.',
  ],
  ['a proxy that is not named', minimal.replace('[10.0.0.0/8]', '[]'), 'auth.mode proxy needs auth.trustedProxies'],
  ['an unknown value', `${minimal}\nreplicas: 3\n`, /replicas/],
  ['an ingress without a host', `${minimal}\ningress: {enabled: true}\n`, 'ingress.enabled needs hosts.'],
  [
    'files without a URL for agents',
    `${minimal}\nfiles: {enabled: true}\n`,
    'files.enabled needs agentUrl or publicUrl.',
  ],
  [
    'a setting that other values make',
    `${minimal}\nenv: {FLOWGATE_AUTH: none}\n`,
    'env.FLOWGATE_AUTH: the chart sets it',
  ],
  [
    'notifications without a secret',
    `${minimal.replace('existingSecret: flowgate', 'secret: {key: k, redisUrl: r, jenkinsToken: t}')}
notifications: {url: "https://events.example"}`,
    'notifications.url needs existingSecret',
  ],
  ['a secret without a controller', minimal.replace('https://jenkins.example', '""'), 'need jenkins.url'],
  ['a controller whose URL has no scheme', minimal.replace('https://', ''), /jenkins/],
  [
    'more than one pod without a controller',
    'api: {autoscaling: {enabled: true}}',
    'api.autoscaling needs jenkins.url',
  ],
])('rejects %s', (_, values, message) => {
  const { status, messages } = helm('template', values);
  expect(status).toBe(1);
  expect(messages).toMatch(message);
});

it('keeps the data of the only pod without a controller, which is replaced before another starts', () => {
  const made = resources(standalone);
  expect(made.map(({ kind }) => kind)).not.toContain('Secret');
  const [deployment] = made.filter(({ kind }) => kind === 'Deployment');
  expect(deployment?.spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
  const claim = made.find(({ kind }) => kind === 'PersistentVolumeClaim');
  expect(stringify(deployment)).toContain(`claimName: ${claim?.metadata.name}`);
});

it('lets Prometheus read the metrics of all pods, and only users send requests', () => {
  const policies = resources(everything).filter(({ kind }) => kind === 'NetworkPolicy');
  const peers = policies.map(({ spec }) => {
    const [rule] = (spec as { ingress: { from: { namespaceSelector: { matchLabels: { name: string } } }[] }[] })
      .ingress;
    return rule!.from.map(({ namespaceSelector }) => namespaceSelector.matchLabels.name);
  });
  expect(peers).toEqual([['ingress', 'monitoring'], ['monitoring']]);
});

describe('the number of pods', () => {
  const scaled = `${minimal}\nworker: {autoscaling: {enabled: true}}\n`;
  const leftOut = `${minimal}\nworker: {replicas: null}\n`;

  function replicas(manifests: readonly Resource[]): unknown {
    return Object.fromEntries(
      manifests
        .filter(({ kind }) => kind === 'Deployment')
        .map(({ metadata, spec }) => [metadata.name.split('-').at(-1), (spec as { replicas?: number }).replicas]),
    );
  }

  it.each([scaled, leftOut])('is left to an autoscaler', (values) => {
    expect(replicas(resources(values))).toEqual({ api: 2, worker: undefined });
  });

  it.each([scaled, leftOut])('stays what an autoscaler chose', async (values) => {
    const cluster = await clusterWithDeployments({ replicas: 5 });
    const { stdout } = await templateIn(cluster.url, values).finally(cluster.stop);
    expect(replicas(read(stdout))).toEqual({ api: 2, worker: 5 });
  });
});

function templateIn(cluster: string, values: string): Promise<{ stdout: string }> {
  const file = join(folder, 'scaled.yaml');
  writeFileSync(file, values);
  const options = ['--dry-run=server', '--kube-apiserver', cluster, '--kube-version', newest];
  return promisify(execFile)(installed('FLOWGATE_TEST_HELM'), ['template', 'release', chart, '-f', file, ...options], {
    env: { ...process.env, KUBECONFIG: join(folder, 'none') },
  });
}

/** Serves as much of the API of Kubernetes as Helm asks for: every Deployment exists and has this spec. */
async function clusterWithDeployments(spec: object): Promise<{ url: string; stop: () => Promise<void> }> {
  const deployments = { name: 'deployments', kind: 'Deployment', namespaced: true, verbs: ['get'] };
  const server = createServer(({ url = '' }, response) => {
    const answer = url.includes('/deployments/')
      ? { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'worker' }, spec }
      : { kind: 'APIResourceList', groupVersion: 'apps/v1', resources: [deployments] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
