import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/text/json-value.ts';
import type { Schema } from '../../src/faces/api-client/operation-types.ts';
import { isFinal } from '../../src/lifecycle/execution-state.ts';
import { controllerUnderTest, ownFolder, removeFolder } from '../support/controller-under-test.ts';
import { startGatewayOn, startLocalGateway, type GatewayWithWorker } from '../support/running-gateway.ts';

const flowFolder = join(import.meta.dirname, '..', 'fixtures', 'flows');
const flows = readdirSync(flowFolder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => readFileSync(join(flowFolder, file), 'utf8'))
  .map((text) => ({ id: property(text, 'id'), namespace: property(text, 'namespace'), text }));

function property(flow: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(flow)?.[1] ?? '';
}

/** Values for required inputs, by their ids. */
const values: JsonObject = {
  service: 'shop',
  version: 'v1.2.3',
  'deploy-token': 'correct-horse-battery',
  rosbag_id: 'drive-0001',
  'rosbag-id': 'drive-0001',
};

/** What users see of an execution that does not depend on where it ran. */
interface Seen {
  readonly state: string;
  readonly tasks: readonly string[];
  readonly outputs: unknown;
  /** Path and digest. */
  readonly artifacts: readonly string[];
  /** By task. */
  readonly lines: Readonly<Record<string, string>>;
}

describe.skipIf(!process.env.JENKINS_URL)('a real controller and the engine of this machine agree on', () => {
  const folder = ownFolder();
  const recordings = mkdtempSync(join(tmpdir(), 'flowgate-recordings-'));
  let engines: readonly [GatewayWithWorker, GatewayWithWorker];

  beforeAll(async () => {
    for (const id of ['drive-0001', 'drive-0002']) {
      mkdirSync(join(recordings, id));
      writeFileSync(join(recordings, id, 'a.bag'), `recorded by ${id}`);
    }
    const taskSettings = { FLOWGATE_ROSBAG_URL: pathToFileURL(recordings).href };
    engines = [
      await startGatewayOn({ ...controllerUnderTest(), folder }, { taskSettings }),
      await startLocalGateway({ taskSettings }),
    ];
    for (const engine of engines) for (const { text } of flows) await engine.store(text);
  });
  afterAll(async () => {
    for (const engine of engines) await engine.stop();
    await removeFolder(controllerUnderTest(), folder);
    rmSync(recordings, { recursive: true, force: true });
  });

  it.for(flows)('the flow $id', async (flow, { skip }) => {
    const [onJenkins, here] = await Promise.all(engines.map((engine) => run(engine, flow)));
    if (onJenkins === undefined) skip('it needs a file');
    expect(here).toEqual(onJenkins);
  });

  /** @returns undefined if its inputs need more than values */
  async function run(
    engine: GatewayWithWorker,
    { id: flow, namespace }: (typeof flows)[number],
  ): Promise<Seen | undefined> {
    const { app } = engine.gateway;
    const schema = (await request(app).get(`/flows/${namespace}/${flow}/schema`).expect(200)).body as JsonObject;
    const known = Object.keys((schema.properties ?? {}) as JsonObject).filter((id) => id in values); // an object, in a JSON Schema
    const inputs = Object.fromEntries(known.map((id) => [id, values[id]!]));
    const started = await engine.run({ inputs }, { flow, namespace });
    if (started.status !== 202) return undefined;
    const execution: Schema<'Execution'> = await engine.until(started.body.id, ({ state }) => isFinal(state));
    const { tasks = [], outputs = {}, state } = execution;
    const paths = tasks.map(({ path }) => path);
    const texts = paths.map(async (path) => {
      const { text } = await request(app).get(`/executions/${execution.id}/logs`).query({ task: path }).expect(200);
      return [path, withoutPlace(text)] as const;
    });
    return {
      state,
      tasks: tasks.map((task) => `${task.path} ${task.state}`),
      outputs,
      artifacts: await artifactsOf(engine, execution.id),
      lines: Object.fromEntries(await Promise.all(texts)),
    };
  }
});

async function artifactsOf({ gateway }: GatewayWithWorker, id: string): Promise<string[]> {
  const { artifacts } = (await request(gateway.app).get(`/executions/${id}/artifacts`).expect(200)).body as {
    readonly artifacts: readonly { readonly path: string }[];
  };
  const digests = artifacts.map(async ({ path }) => {
    const { body } = await request(gateway.app).get(`/executions/${id}/artifacts/${path}`).buffer(true).expect(200);
    return `${path} ${createHash('sha256').update(body).digest('hex')}`;
  });
  return (await Promise.all(digests)).toSorted();
}

/** A text without what depends on the folder of a workspace. */
function withoutPlace(text: string): string {
  return text
    .replaceAll(/\d\d:\d\d:\d\d/g, 'TIME')
    .replaceAll(/\/[^\s"']*\/workspace[^\s"'/]*/g, 'WORKSPACE')
    .replaceAll(/\/[^\s"']*\/examples\/[^\s"'/]+/g, 'WORKSPACE');
}
