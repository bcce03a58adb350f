import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controllerUnderTest, ownFolder, removeFolder } from '../support/controller-under-test.ts';
import { JenkinsByHand } from '../support/jenkins-by-hand.ts';
import { openPublicAddress, type PublicAddress } from '../support/public-address.ts';
import { startGatewayOn, type GatewayWithWorker } from '../support/running-gateway.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const content = randomBytes(1_000_000);
const sha256 = createHash('sha256').update(content).digest('hex');

const inner = `id: inner
namespace: examples
description: Is given a file by another flow.
inputs:
  - {id: given, type: FILE}
tasks:
  - {id: here, ${shell}, commands: ['echo "inner $(sha256sum < "$GIVEN")"']}
`;

const outer = `id: outer
namespace: examples
description: Takes a file.
inputs:
  - {id: bag, type: FILE, max_size: 2MB}
tasks:
  - {id: here, ${shell}, commands: ['echo "here $(sha256sum < "$BAG")"']}
  - {id: there, ${shell}, worker_group: built-in, commands: ['echo "there $(sha256sum < "$BAG") in $BAG"']}
  - {id: inner, type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, flowId: inner, inputs: {given: "{{ inputs.bag }}"}}
  - {id: waits, ${shell}, commands: [sleep 60]}
finally:
  - {id: last, ${shell}, commands: ['echo "last $(sha256sum < "$BAG")"']}
  - {id: look, ${shell}, commands: [env]}
`;

const sealed = `id: sealed
namespace: examples
description: Takes a file and a secret, and keeps a file.
inputs:
  - {id: bag, type: FILE}
  - {id: key, type: SECRET}
tasks:
  - {id: here, ${shell}, commands: ['cp "{{ inputs.bag }}" kept; test -n "$KEY"'], outputFiles: [kept]}
`;

describe.skipIf(!process.env.JENKINS_URL)('files on a real controller', () => {
  const folder = ownFolder();
  let address: PublicAddress;
  let running: GatewayWithWorker;
  beforeAll(async () => {
    // The agents of the controller must reach this machine at this address.
    address = await openPublicAddress();
    running = await startGatewayOn({ ...controllerUnderTest(), folder }, { publicUrl: address.url });
    address.serve(running.gateway.app);
    for (const flow of [
      inner,
      outer,
      sealed,
      readFileSync(join(import.meta.dirname, '../fixtures/flows/every-input.yaml'), 'utf8'),
    ])
      await running.store(flow);
  });
  afterAll(async () => {
    await running.stop();
    await address.close();
    await removeFolder(controllerUnderTest(), folder);
  });

  const form = (flow: string) =>
    request(running.gateway.app).post(`/flows/examples/${flow}/executions`).set('x-oidc-sub', 'ada');
  const logOf = async (id: string) =>
    (await request(running.gateway.app).get(`/executions/${id}/logs`).expect(200)).text;

  const idleExecutors = async () => {
    const tree = 'totalExecutors,busyExecutors';
    const answer = await new JenkinsByHand(controllerUnderTest()).request(`/computer/api/json?tree=${tree}`);
    const { totalExecutors, busyExecutors } = (await answer.json()) as Record<string, number>; // the reply of Jenkins
    return totalExecutors! - busyExecutors!;
  };

  it('every-input finds its file', async () => {
    const { body } = await form('every-input')
      .attach('dataset', Buffer.from('a,b\n'), 'my data.csv')
      .field('name', 'Bob')
      .expect(202);
    await running.until(body.id, 'SUCCESS');
    expect(await logOf(body.id)).toMatch(/"DATASET": "\/.*\/\.flowgate\/files\/DATASET\/my data\.csv"/);
  });

  it('come together with secrets', async () => {
    const { body } = await form('sealed').attach('bag', content, 'drive.bag').field('key', 'hidden').expect(202);
    await running.until(body.id, 'SUCCESS');
    const { body: kept } = await request(running.gateway.app).get(`/executions/${body.id}/artifacts/kept`).expect(200);
    expect(createHash('sha256').update(kept).digest('hex')).toBe(sha256);
  });

  it('reach every agent and subflow, even after an abort, and their URLs are not shown', async () => {
    // The build keeps its executor while the task `there` waits for another one.
    await expect.poll(idleExecutors, { timeout: 30_000 }).toBeGreaterThan(1);
    const { body } = await form('outer').attach('bag', content, 'drive.bag').expect(202);
    const { build } = await running.until(body.id, ({ tasks }) => tasks.at(-1)?.path === 'waits');
    await request(running.gateway.app).post(`/executions/${body.id}/stop`).set('x-oidc-sub', 'ada').expect(202);
    await running.until(body.id, 'KILLED');
    const text = await logOf(body.id);
    for (const place of ['here', 'there', 'inner', 'last']) expect(text).toContain(`${place} ${sha256}`);
    expect(text).toMatch(/there .* in \/.*@2\/\.flowgate\/files\/BAG\/drive\.bag/);
    const jenkins = new JenkinsByHand(controllerUnderTest());
    const shown = await Promise.all(
      ['consoleText', 'api/json', '../config.xml'].map(async (path) =>
        (await jenkins.request(`${build.url}${path}`)).text(),
      ),
    );
    for (const page of [text, ...shown]) expect(page).not.toContain(`${address.url}/files/`);
  });
});
