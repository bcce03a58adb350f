import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JenkinsClientGateway } from '../../../../src/engines/jenkins/client/jenkins-client-gateway.ts';
import type { JenkinsAddress } from '../../../../src/engines/jenkins/client/jenkins-connection.ts';
import type { BuildKey, BuildState, JenkinsJob } from '../../../../src/engines/jenkins/client/jenkins-gateway.ts';
import { JenkinsByHand } from '../../../support/jenkins-by-hand.ts';

/** A controller to test. */
export interface Controller {
  readonly address: JenkinsAddress;
  /** @param folder contains everything that the suite creates */
  leave(folder: string): Promise<void>;
}

/**
 * What every Jenkins must do for the gateway: a real one and the stand-in. After changing the gateway, run it on both.
 */
export function describeGateway(name: string, enter: () => Promise<Controller>): void {
  describe(`the gateway to ${name}`, () => {
    const folder = `flowgate-${randomBytes(4).toString('hex')}`;
    let controller: Controller;
    let gateway: JenkinsClientGateway;
    let jenkins: JenkinsByHand;

    beforeAll(async () => {
      controller = await enter();
      gateway = new JenkinsClientGateway({ ...controller.address, folder: `${folder}/flows` });
      jenkins = new JenkinsByHand(controller.address, `${folder}/flows`);
    });
    afterAll(async () => {
      gateway.close();
      await controller.leave(folder);
    });

    it('returns the version and that nothing is missing', async () => {
      expect(await gateway.readiness()).toMatchObject({
        version: expect.stringMatching(/^2\./),
        quietingDown: false,
        missingPlugins: [],
        missingPermissions: [],
      });
    });

    it('distinguishes a wrong token from other errors', async () => {
      const stranger = new JenkinsClientGateway({ ...controller.address, token: 'wrong', folder });
      await expect(stranger.readiness()).rejects.toMatchObject({ kind: 'unauthorised', retryable: false });
      stranger.close();
    });

    describe('keeps jobs:', () => {
      const job = jobOf('Kept.Job', { description: 'ends in ] "é" 🚀 <b>&amp; \u0001' });

      it('creates folders and job once, and updates only differences', async () => {
        const { change, url } = await gateway.pushJob(job);
        expect(change).toBe('created');
        expect(url).toMatch(/\/job\/flows\/job\/contract\/job\/kept\.job-[0-9a-f]{8}\/$/);
        expect((await gateway.pushJob(job)).change).toBe('unchanged');
        expect((await gateway.pushJob({ ...job, script: `${job.script}\n// more ]` })).change).toBe('updated');
        expect((await gateway.pushJob({ ...job, parameters: [] })).change).toBe('updated');
        const fast: JenkinsJob = { ...job, durability: 'performance' };
        expect((await gateway.pushJob(fast)).change).toBe('updated');
        expect((await gateway.pushJob(fast)).change).toBe('unchanged');
        expect((await gateway.pushJob(job)).change).toBe('updated');
        expect((await gateway.pushJob(job)).change).toBe('unchanged');
      });

      it('leaves a disabled job disabled, and starts nothing', async () => {
        expect(await gateway.disableJob(job.key)).toBe(true);
        expect((await gateway.pushJob({ ...job, description: 'another' })).change).toBe('updated');
        await expect(gateway.trigger(job.key, new Map())).rejects.toMatchObject({
          kind: 'rejected',
          status: 409,
          retryable: false,
        });
        expect(await gateway.listJobs()).toContainEqual({ key: job.key, nextBuildNumber: 1, disabled: true });
        expect(await gateway.enableJob(job.key)).toBe(true);
        expect(await gateway.listJobs()).toContainEqual({ key: job.key, nextBuildNumber: 1, disabled: false });
      });

      it('creates one job from two concurrent pushes', async () => {
        const twice = jobOf('twice');
        const pushed = await Promise.all([gateway.pushJob(twice), gateway.pushJob(twice)]);
        expect(pushed.map(({ change }) => change)).toContain('created');
        expect((await gateway.pushJob(twice)).change).toBe('unchanged');
      });

      it('reports a missing job', async () => {
        const missing = { namespace: 'contract', id: 'missing' };
        await expect(gateway.trigger(missing, new Map())).rejects.toMatchObject({ kind: 'not-found' });
        expect(await gateway.disableJob(missing)).toBe(false);
        expect(await gateway.findExecution(missing, 'any')).toEqual([]);
        expect(await gateway.recentBuilds(missing, 5)).toEqual([]);
      });
    });

    describe('keeps secrets:', () => {
      it('creates, lists and removes them by ID', async () => {
        const value = 'gänsefüßchen " \\ \u0001\nsecond line & more=1';
        await gateway.createSecret('secrets', 'contract-1', value);
        await gateway.createSecret('secrets', 'contract-1', 'another value');
        await gateway.createSecret('secrets', 'other-1', value);
        expect(await gateway.listSecrets('contract-')).toEqual([{ namespace: 'secrets', id: 'contract-1' }]);
        expect(await gateway.listSecrets('contract-', { namespace: 'secrets' })).toEqual([
          { namespace: 'secrets', id: 'contract-1' },
        ]);
        expect(await gateway.listSecrets('contract-', { namespace: 'no-such-folder' })).toEqual([]);
        expect(await gateway.deleteSecret('secrets', 'contract-1')).toBe(true);
        expect(await gateway.deleteSecret('secrets', 'contract-1')).toBe(false);
        expect(await gateway.deleteSecret('no-such-folder', 'contract-1')).toBe(false);
        expect(await gateway.listSecrets('contract-')).toEqual([]);
      });

      it('passes a secret unchanged to the build, and masks it in the log', async () => {
        const value = 'it\'s "quoted" $HOME \\ ü';
        const job = jobOf('secret', {
          parameters: [
            { name: 'FLOWGATE_SECRET_TOKEN', description: '', kind: 'credentials', defaultValue: '', required: false },
          ],
          script: secretScript,
        });
        await gateway.pushJob(job);
        await gateway.createSecret('contract', 'contract-token', value);
        const build = await ended(await triggered(job, { FLOWGATE_SECRET_TOKEN: 'contract-token' }));
        const log = await jenkins.consoleText(build.key);
        expect(build.result).toBe('SUCCESS');
        expect(log).toContain('the secret is ****');
        expect(log).not.toContain(value);
        await gateway.deleteSecret('contract', 'contract-token');
      });
    });

    describe('runs builds:', () => {
      const job = jobOf('runs', { script: runningScript });
      const values = { WHO: '日本 $WHO "🚀"', FLOWGATE_EXECUTION_ID: 'execution-1' };
      let build: BuildKey;

      it('finds the build of an execution by queue item and by id', async () => {
        await gateway.pushJob(job);
        expect(await gateway.findExecution(job.key, 'execution-1')).toEqual([]);
        build = await triggered(job, values);
        expect(build.number).toBe(1);
        const traces = await gateway.findExecution(job.key, 'execution-1');
        expect(traces).toEqual([
          expect.objectContaining({ place: 'build', build: expect.objectContaining({ key: build }) }),
        ]);
        expect(await gateway.findExecution(job.key, 'execution-2')).toEqual([]);
      });

      it('reads a running build, its description and who started it', async () => {
        const running = await until(
          () => stateOf(build),
          ({ description }) => description !== '',
        );
        expect(running).toMatchObject({ building: true, duration: undefined, startedBy: controller.address.user });
        expect(running.description).toMatch(/^Flowgate execution execution-1\naccepted/);
        const unknown = { job: job.key, number: 77 };
        const elsewhere = { job: { namespace: 'nowhere', id: 'nothing' }, number: 1 };
        expect(await gateway.builds([build, unknown, elsewhere])).toEqual({
          found: [expect.objectContaining({ key: build })],
          gone: [unknown, elsewhere],
          calls: 3,
        });
      });

      it('follows the log in ranges to its end', async () => {
        let read = '';
        let start = 0;
        for (let more = true; more; await sleep(100)) {
          const range = await gateway.log(build, start);
          read += range!.text;
          start = range!.next;
          more = range!.more;
        }
        const whole = await jenkins.consoleText(build);
        expect(read).toBe(whole);
        expect(whole).toContain(`hello ${values.WHO}\n`);
        expect(whole.trimEnd().endsWith('Finished: SUCCESS')).toBe(true);
        expect(await gateway.log(build, start)).toEqual({ text: '', next: start, more: false, truncated: false });
        expect(await gateway.log(build, start + 1000)).toMatchObject({ text: '', more: false });
        expect(await gateway.log({ job: job.key, number: 77 }, 0)).toBeUndefined();
      });

      it('reads an ended build', async () => {
        const state = await ended(build);
        expect(state).toMatchObject({ building: false, result: 'SUCCESS' });
        expect(state.duration).toBeGreaterThan(0);
        expect(await gateway.recentBuilds(job.key, 3)).toEqual([state]);
      });

      it('streams artifacts', async () => {
        const path = 'out/a b#é%.txt';
        expect((await gateway.artifacts(build))?.map((artifact) => artifact.path)).toContain(path);
        const content = await gateway.artifact(build, path);
        expect(content?.size).toBe(4);
        expect(await text(content!.stream)).toBe('data');
        for (const wrong of ['out', 'out/none.txt', '../1/consoleText', '', '/etc/passwd'])
          expect(await gateway.artifact(build, wrong)).toBeUndefined();
        expect(await gateway.artifacts({ job: job.key, number: 77 })).toBeUndefined();
      });

      it('reads many builds in a few calls, and leaves the rest for the next time', async () => {
        const second = await ended(await triggered(job, { FLOWGATE_EXECUTION_ID: 'execution-3' }));
        expect((await gateway.builds([build, second.key], { calls: 2 })).found).toHaveLength(2);
        expect(await gateway.build(second.key)).toEqual(second);
        expect(await gateway.build({ job: job.key, number: 77 })).toBeUndefined();
        const others = jobOf('others');
        await gateway.pushJob(others);
        const third = await ended(await triggered(others, {}));
        expect((await gateway.builds([build, second.key, third.key], { calls: 2 })).found).toEqual(
          expect.arrayContaining([second, third]),
        );
        expect(await gateway.recentBuildsOfAll(2)).toEqual(expect.arrayContaining([second, third]));
        expect(await gateway.builds([build, second.key], { calls: 1 })).toEqual({ found: [], gone: [], calls: 1 });
        expect(await gateway.builds([build], { calls: 1 })).toMatchObject({ found: [{ key: build }], calls: 1 });
      });

      it('fails a script that does not compile', async () => {
        const broken = jobOf('broken', { script: `// stand-in: {"tasks": [], "broken": true}\nnode { ` });
        await gateway.pushJob(broken);
        const state = await ended(await triggered(broken, { FLOWGATE_EXECUTION_ID: 'execution-4' }));
        expect(state).toMatchObject({ result: 'FAILURE', description: '' });
        expect(await gateway.findExecution(broken.key, 'execution-4')).toHaveLength(1);
      });
    });

    describe('reads the queue:', () => {
      const job = jobOf('waits', { script: runningScript });

      it('finds an item, and cancels it', async () => {
        await gateway.pushJob(job);
        const queueItem = await ask(job, 'execution-5');
        expect(await ask(job, 'execution-5')).toBe(queueItem);
        expect(await gateway.findExecution(job.key, 'execution-5')).toEqual([{ place: 'queue', queueItem }]);
        expect(await gateway.queueItem(queueItem)).toMatchObject({
          state: 'waiting',
          why: expect.stringMatching(/quiet period/),
        });
        expect((await gateway.waits()).items.get(queueItem)).toMatch(/quiet period/);
        expect(await gateway.cancelQueueItem(queueItem)).toBe(true);
        expect(await gateway.queueItem(queueItem)).toEqual({ state: 'cancelled' });
        expect(await gateway.findExecution(job.key, 'execution-5')).toEqual([]);
      });

      it('loses an item when the job is disabled', async () => {
        const queueItem = await ask(job, 'execution-6');
        await gateway.disableJob(job.key);
        expect(await gateway.queueItem(queueItem)).toEqual({ state: 'cancelled' });
      });

      /** Requests a build with a quiet period, which the gateway never does; returns the queue item. */
      async function ask(asked: JenkinsJob, executionId: string): Promise<number> {
        const path = `/job/${folder}/job/flows/job/contract/job/${asked.key.id}/buildWithParameters?delay=60sec&FLOWGATE_EXECUTION_ID=${executionId}`;
        const answer = await jenkins.request(path, { method: 'POST' });
        return Number(/item\/([0-9]+)/.exec(answer.headers.get('location') ?? '')?.[1]);
      }
    });

    it('returns why a build waits for an agent', async () => {
      const job = jobOf('nowhere', { script: nowhereScript });
      await gateway.pushJob(job);
      const build = await triggered(job, {});
      expect(
        await until(
          async () => (await gateway.waits()).ofBuild(build),
          (why) => why !== undefined,
        ),
      ).toMatch(/no-such-node|next available executor/);
      expect((await gateway.waits()).ofBuild({ job: job.key, number: 77 })).toBeUndefined();
      await gateway.stopBuild(build);
      expect(await ended(build)).toMatchObject({ result: 'ABORTED' });
      expect((await gateway.waits()).ofBuild(build)).toBeUndefined();
    });

    it('returns where a pipeline is, and that no agent is offline', async () => {
      const job = jobOf('steps', { script: deafScript });
      await gateway.pushJob(job);
      const build = await triggered(job, {});
      const steps = await until(
        () => gateway.pipelineSteps(build),
        (found) => found?.[0]?.status?.startsWith('awaiting process completion') === true,
      );
      expect(steps).toEqual([
        {
          name: 'sh',
          status: expect.stringMatching(/^awaiting process completion in .*durable-/),
          isWithoutExecutor: false,
        },
      ]);
      expect((await gateway.offlineAgents()).ofBuild(build)).toBeUndefined();
      const executors = await gateway.executors();
      expect(executors).toMatchObject({ areAddedOnDemand: false, isQuietingDown: false });
      expect(executors.ofBuild(build)).toBe(true);
      expect(executors.ofBuild({ job: job.key, number: 77 })).toBe(false);
      expect(executors.idle(undefined)).toBeGreaterThan(0);
      expect(executors.idle('no-such-node')).toBe(0);
      expect(await gateway.pipelineSteps({ job: job.key, number: 77 })).toBeUndefined();
      await gateway.stopBuild(build, 'kill');
      await ended(build);
    });

    describe('stops builds:', () => {
      it('aborts a running build, even twice', async () => {
        const job = jobOf('stopped', { script: runningScript });
        await gateway.pushJob(job);
        const build = await triggered(job, {});
        await until(
          () => stateOf(build),
          ({ description }) => description !== '',
        );
        expect(await gateway.stopBuild(build)).toBe(true);
        expect(await ended(build)).toMatchObject({
          result: 'ABORTED',
          abortedBy: expect.stringContaining(controller.address.user),
          startedBy: controller.address.user,
        });
        expect(await gateway.stopBuild(build)).toBe(true);
        expect(await gateway.stopBuild({ job: job.key, number: 77 })).toBe(false);
      });

      it('kills a build that does not react', async () => {
        const job = jobOf('deaf', { script: deafScript });
        await gateway.pushJob(job);
        const build = await triggered(job, {});
        await until(
          () => stateOf(build),
          ({ description }) => description !== '',
        );
        for (const force of ['stop', 'term', 'kill'] as const) {
          expect(await gateway.stopBuild(build, force)).toBe(true);
          await sleep(1000);
        }
        expect(await ended(build)).toMatchObject({ result: 'ABORTED' });
      });

      it('cannot cancel an item that has left the queue or never existed', async () => {
        const job = jobOf('left');
        await gateway.pushJob(job);
        const { queueItem } = await gateway.trigger(job.key, new Map());
        await until(
          () => gateway.queueItem(queueItem),
          (item) => item?.state === 'started',
        );
        expect(await gateway.cancelQueueItem(queueItem)).toBe(false);
        expect(await gateway.cancelQueueItem(99_999_999)).toBe(false);
        expect(await gateway.queueItem(99_999_999)).toBeUndefined();
      });
    });

    async function triggered(job: JenkinsJob, parameters: Readonly<Record<string, string>>): Promise<BuildKey> {
      const { queueItem } = await gateway.trigger(job.key, new Map(Object.entries(parameters)));
      const item = await until(
        () => gateway.queueItem(queueItem),
        (found) => found?.state === 'started',
      );
      return { job: job.key, number: item?.state === 'started' ? item.number : 0 };
    }

    async function stateOf(build: BuildKey): Promise<BuildState> {
      const { found } = await gateway.builds([build]);
      return found[0]!;
    }

    function ended(build: BuildKey): Promise<BuildState> {
      return until(
        () => stateOf(build),
        ({ building, duration }) => !building && duration !== undefined,
      );
    }
  });
}

async function until<T>(read: () => Promise<T>, isEnough: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (isEnough(value)) return value;
    await sleep(50);
  }
}

function jobOf(id: string, parts: Partial<JenkinsJob> = {}): JenkinsJob {
  const parameters = [
    { name: 'WHO', description: 'who ] it is', kind: 'string', defaultValue: 'a default ]\r\n\tof "lines" ' },
  ] as const;
  return {
    key: { namespace: 'contract', id },
    description: '',
    parameters,
    script: '// stand-in: {"tasks": []}\necho \'done\'',
    ...parts,
  };
}

const describeItself =
  'currentBuild.description = "Flowgate execution ${params.FLOWGATE_EXECUTION_ID ?: \'-\'}\\naccepted"';

/** Takes about two seconds, prints hello and archives a file. */
const runningScript = `// stand-in: {"tasks": [{"path": "greet", "milliseconds": 2000, "log": "hello \${params.WHO}"}], "artifacts": {"out/a b#é%.txt": "data"}}
node {
  ${describeItself}
  echo "hello \${params.WHO}"
  sleep 2
  writeFile file: 'out/a b#é%.txt', text: ['da', 'ta'].join(''), encoding: 'UTF-8'
  archiveArtifacts artifacts: 'out/**'
}
`;

const deafScript = `// stand-in: {"tasks": [{"path": "sleep", "milliseconds": 60000}], "deafTo": "term"}
node {
  ${describeItself}
  sh '''#!/bin/sh
    trap "" TERM
    i=0; while [ $i -lt 60 ]; do sleep 1; i=$((i+1)); done'''
}
`;

const secretScript = `// stand-in: {"tasks": [{"path": "tell", "log": "the secret is \${secret.TOKEN}"}]}
node {
  ${describeItself}
  withCredentials([string(credentialsId: params.FLOWGATE_SECRET_TOKEN, variable: 'TOKEN')]) {
    sh '''#!/bin/sh
      printf "the secret is %s\\\\n" "$TOKEN"'''
  }
}
`;

const nowhereScript = `// stand-in: {"tasks": [], "executor": false}
node('no-such-node') { }
`;
