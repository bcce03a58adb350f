import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { loadConfiguration } from '../../../src/config/load-configuration.ts';
import { everything, minimal } from '../chart-values.ts';
import { installed, runTool, type ToolResult } from './run-tool.ts';

const chart = 'deploy/helm/flowgate';
const folder = mkdtempSync(join(tmpdir(), 'flowgate-chart-'));
afterAll(() => rmSync(folder, { recursive: true }));

const versions = readdirSync(installed('FLOWGATE_TEST_KUBERNETES_SCHEMAS')).map((name) => name.replace(/^v/, ''));
const newest = versions.toSorted((left, right) => right.localeCompare(left, 'en', { numeric: true }))[0]!;
const allValues = { minimal, everything };

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
}

function resources(values: string): readonly Resource[] {
  const { status, output, messages } = helm('template', values);
  expect(messages).toBe('');
  expect(status).toBe(0);
  return parseAllDocuments(output).map((document) => document.toJS() as Resource); // rendered by the chart
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
    for (const role of ['api', 'worker'])
      expect(() => loadConfiguration({ ...environment, ...secrets, FLOWGATE_ROLE: role })).not.toThrow();
  });
});

/** Settings with paths that exist only in a pod. */
function isPath(name: string): boolean {
  return name.endsWith('_FILE') || name === 'FLOWGATE_POLICY';
}

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
  ['files without a public URL', `${minimal}\nfiles: {enabled: true}\n`, 'files.enabled needs files.publicUrl.'],
  ['a controller without a URL', minimal.replace('https://jenkins.example', '""'), /jenkins/],
])('rejects %s', (_, values, message) => {
  const { status, messages } = helm('template', values);
  expect(status).toBe(1);
  expect(messages).toMatch(message);
});
