import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessPolicy } from '../../../../src/access/access-policy.ts';
import { readPolicy } from '../../../../src/access/read-policy.ts';
import { ProxyIdentity } from '../../../../src/faces/http/identity/proxy-identity.ts';
import { endedRecord } from '../../../support/execution-record.ts';
import { told } from '../../../support/life-of.ts';
import { storeFlow } from '../../../support/waiting-execution.ts';
import { ArchiveRig, signal } from './archive-rig.ts';

const policy = readPolicy(`grants:
  - {subjects: [ada], namespaces: ["*"], rights: [read, write, execute]}
  - {subjects: [bob], namespaces: [team], rights: [read]}
`).value as AccessPolicy; // the policy is valid

let rig: ArchiveRig;
beforeAll(async () => {
  rig = await ArchiveRig.start(
    { artifactBytes: 1_000 },
    { identity: { verifier: new ProxyIdentity(['loopback']), forReading: false, policy } },
  );
});
afterAll(() => rig.gateway.stop());

const post = (path: string, body: object = {}) =>
  request(rig.gateway.app).post(path).set('x-oidc-sub', 'ada').send(body);

describe('an archived execution', () => {
  it('is hidden from those who may not see its flow, in lists and by its id', async () => {
    const [seen, hidden] = [
      await rig.ended({ flow: { namespace: 'team', id: 'f' } }),
      await rig.ended({ flow: { namespace: 'secret', id: 'f' } }),
    ];
    await rig.archive();
    for (const days of [undefined, 5]) {
      if (days !== undefined) await rig.retain(days);
      const { body } = await rig.get('/executions?archived=true', 'bob').expect(200);
      expect(body.executions.map(({ id }: { id: string }) => id)).toEqual([seen]);
      await rig.get(`/executions/${seen}/logs`, 'bob').expect(200);
      for (const part of ['', '/logs', '/artifacts', '/outputs', '/tasks'])
        await rig.get(`/executions/${hidden}${part}`, 'bob').expect(404);
      await request(rig.gateway.app).delete(`/executions/${seen}`).set('x-oidc-sub', 'bob').expect(403);
    }
    expect(await rig.listed('archived=true')).toHaveLength(2);
  });

  describe.each([
    ['still listed', false],
    ['no longer listed', true],
  ])('that is %s', (_, isForgotten) => {
    let id: string;
    beforeAll(async () => {
      const shell = 'type: dev.vendor.plugin.core.shell.Shell';
      await storeFlow(
        rig.gateway,
        `id: ship\nnamespace: team\ninputs: [{id: version, type: STRING, defaults: "1"}]\ntasks:\n  - {id: build, ${shell}, script: ./build.sh}\n  - {id: deploy, ${shell}, script: ./deploy.sh}\n`,
      );
      const { body } = await post('/flows/team/ship/executions', { inputs: { version: '2' } }).expect(202);
      id = body.id;
      const { ports } = rig.gateway;
      const tasks = [
        { path: 'build', state: 'SUCCESS', startedAt: new Date().toISOString() },
        { path: 'deploy', state: 'FAILED', startedAt: new Date().toISOString() },
      ] as const;
      await told(ports, id, [
        { name: 'begun', engine: 'local' },
        { name: 'progressed', tasks, carried: { outputs: {}, files: [] } },
        { name: 'finished', state: 'FAILED' },
      ]);
      await rig.archiver.archive([endedRecord(await ports.stored.store.read(id))], signal);
      if (!isForgotten) return;
      await rig.gateway.services.remover.remove(endedRecord(await ports.store.read(id)));
      rig.gateway.ports.archive!.reader.forget(id);
    });

    it('runs again with the same values', async () => {
      const { body } = await post(`/executions/${id}/replay`).expect(202);
      expect(body).toMatchObject({ replayOf: id, inputs: { version: '2' } });
    });

    it('restarts from the task that failed', async () => {
      const { body } = await post(`/executions/${id}/restart`).expect(202);
      expect(body).toMatchObject({ restartOf: id, restartFrom: 'deploy', inputs: { version: '2' } });
      expect(body.tasks).toMatchObject([{ path: 'build', state: 'KEPT' }]);
    });

    it('has an outline, and does not stop', async () => {
      await rig.get(`/executions/${id}/outline`).expect(200);
      expect((await post(`/executions/${id}/stop`).expect(409)).body.type).toBe('urn:flowgate:problem:execution-ended');
    });
  });
});
