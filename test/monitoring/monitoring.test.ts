import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfiguration } from '../../src/base/config/load-configuration.ts';
import { temporaryFolder } from '../support/redis.ts';
import { startLocalGateway, type GatewayWithWorker } from '../support/running-gateway.ts';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly {
    readonly refId: string;
    readonly expr: string;
    readonly datasource: { readonly uid: string };
  }[];
}

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

const root = join(import.meta.dirname, '..', '..');
const fileText = (path: string) => readFileSync(join(root, path), 'utf8');
const dashboard = JSON.parse(fileText('monitoring/grafana/flowgate.json')) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
}; // as Grafana exports it
const rules = parse(fileText('monitoring/prometheus/alerts.yaml')) as Rules; // checked by promtool below
const alerts = rules.groups.flatMap((group) => group.rules);
const expressions = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...alerts.map(({ expr }) => expr),
];

/** The names in a real answer, with the suffixes of histograms. */
let served: ReadonlySet<string>;
let gateway: GatewayWithWorker;

beforeAll(async () => {
  gateway = await startLocalGateway({
    eventReceivers: loadConfiguration({ FLOWGATE_NOTIFY_URL: 'http://127.0.0.1:9/' }).eventReceivers,
  });
  const shell = 'type: dev.vendor.plugin.core.shell.Shell';
  await gateway.store(`id: hello\nnamespace: examples\ntasks:\n  - {id: greet, ${shell}, commands: ['true']}\n`);
  const { body } = await gateway.run();
  await gateway.until(body.id, 'SUCCESS');
  await request(gateway.gateway.app).get('/nowhere').expect(404);
  const { text } = await request(gateway.gateway.app).get('/metrics').expect(200);
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type] as const);
  served = new Set(
    types.flatMap(([name, type]) =>
      type === 'histogram' ? ['', '_bucket', '_count', '_sum'].map((suffix) => name + suffix) : [name],
    ),
  );
});

afterAll(() => gateway.stop());

const metricsIn = (expression: string) => expression.match(/\b(?:flowgate|nodejs|process)_[a-z0-9_]+/g) ?? [];

it.each(expressions)('%s uses metrics that Flowgate serves', (expression) => {
  const used = metricsIn(expression);
  expect(used.length + (expression.match(/\bup\{/g) ?? []).length).toBeGreaterThan(0);
  expect(used.filter((name) => !served.has(name))).toEqual([]);
});

it('the reference lists exactly the metrics that Flowgate serves', () => {
  const listed = [...fileText('docs/reference/telemetry.md').matchAll(/^\| `(flowgate_\w+)` \|/gm)].map(
    ([, name]) => name,
  );
  const own = [...served].filter((name) => name.startsWith('flowgate_') && !/_(bucket|count|sum)$/.test(name));
  expect(listed.toSorted()).toEqual(own.toSorted());
});

it('metrics of what was run have values', async () => {
  const { text } = await request(gateway.gateway.app).get('/metrics');
  for (const line of [
    /^flowgate_executions_ended_total\{state="SUCCESS"\} 1$/m,
    /^flowgate_execution_wait_seconds_count 1$/m,
    /^flowgate_execution_duration_seconds_count\{state="SUCCESS"\} 1$/m,
    /^flowgate_http_unrouted_requests_total\{status="404"\} 1$/m,
    /^flowgate_oldest_pending_execution_seconds 0$/m,
    /^flowgate_redis_round_trip_seconds 0\.\d+(e-\d+)?$/m,
    /^flowgate_http_requests_in_progress\{operation="getMetrics"\} 1$/m,
  ])
    expect(text).toMatch(line);
});

describe('the dashboard', () => {
  it('has panels of different ids that do not overlap', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
  });

  it('reads everything from the data source that its user chooses, and from one job', () => {
    expect(dashboard.templating.list.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'datasource datasource',
      'job query',
    ]);
    const targets = dashboard.panels.flatMap(({ targets: own = [] }) => own);
    expect(targets.filter(({ datasource }) => datasource.uid !== '${datasource}')).toEqual([]);
    const selectors = targets.flatMap(({ expr }) => expr.match(/\b(?:flowgate|nodejs|process)_\w+(\{[^}]*\})?/g) ?? []);
    expect(selectors.filter((selector) => !selector.includes('job="$job"'))).toEqual([]);
  });
});

describe('the alerts', () => {
  const promtool = (...args: readonly string[]) =>
    spawnSync('promtool', args, { cwd: join(root, 'monitoring/prometheus'), encoding: 'utf8' });

  it('are valid', () => {
    const { status, stdout, stderr } = promtool('check', 'rules', 'alerts.yaml');
    expect(stdout + stderr).toContain(`${alerts.length} rules found`);
    expect(status).toBe(0);
  });

  it('fire as their tests say, and each has a test', () => {
    const { status, stdout, stderr } = promtool('test', 'rules', 'alerts.test.yaml');
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
    const tests = fileText('monitoring/prometheus/alerts.test.yaml');
    expect(alerts.filter(({ alert }) => !tests.includes(`alertname: ${alert}\n`))).toEqual([]);
  });

  it('and the dashboard have expressions that promtool can parse', () => {
    const queries = expressions.map((expr, index) => ({
      record: `checked:${index}`,
      expr: expr.replaceAll('$job', 'flowgate').replaceAll('$__rate_interval', '5m'),
    }));
    const file = join(temporaryFolder(), 'dashboard.yaml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: queries }] }));
    const { status, stderr } = promtool('check', 'rules', file);
    expect([status, stderr]).toEqual([0, '']);
  });
});
