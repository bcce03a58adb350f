import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { JenkinsClientGateway } from '../../../../src/engines/jenkins/client/jenkins-client-gateway.ts';
import type { BuildState, JenkinsJob } from '../../../../src/engines/jenkins/client/jenkins-gateway.ts';
import { JenkinsByHand } from '../../../support/jenkins-by-hand.ts';
import { spawnStandInJenkins } from '../../../support/stand-in-jenkins/spawn-stand-in-jenkins.ts';
import { StandInJenkins, type StandInOptions } from '../../../support/stand-in-jenkins/stand-in-jenkins.ts';

const job: JenkinsJob = {
  key: { namespace: 'demo', id: 'hello' },
  description: '',
  parameters: ['WHO', 'other'].map((name) => ({ name, description: '', kind: 'string', defaultValue: '' })),
  script: scriptOf('aa'),
};

function scriptOf(digest: string, log = ''): string {
  return `// stand-in: ${JSON.stringify({ tasks: [{ path: 'a', log }, { path: 'b' }] })}\nmayRun('${digest}')\n`;
}

describe('the stand-in, like Jenkins,', () => {
  let jenkins: StandInJenkins;
  let gateway: JenkinsClientGateway;
  let byHand: JenkinsByHand;
  afterEach(async () => {
    gateway.close();
    await jenkins.stop();
  });

  async function start(options: StandInOptions = {}): Promise<void> {
    jenkins = await StandInJenkins.start(options);
    gateway = new JenkinsClientGateway({ url: jenkins.url, user: jenkins.user, token: jenkins.token, folder: 'flows' });
    byHand = new JenkinsByHand(jenkins);
    await gateway.pushJob(job);
  }

  it('runs the script that the job has when a waiting build starts', async () => {
    await start({ timing: { leave: 200 } });
    await trigger({ FLOWGATE_EXECUTION_ID: 'early', FLOWGATE_DIGEST: 'aa' });
    await gateway.pushJob({ ...job, script: scriptOf('bb') });
    const [build] = await ended(1);
    expect(build).toMatchObject({
      result: 'NOT_BUILT',
      description: 'Flowgate execution early\nnot built: wrong revision',
    });
    expect(jenkins.builds()[0]).toMatchObject({ digest: 'bb', ran: [] });
  });

  it('lets the second build of an execution detect that it is a duplicate', async () => {
    await start();
    for (const who of ['one', 'two']) await trigger({ FLOWGATE_EXECUTION_ID: 'same', FLOWGATE_DIGEST: 'aa', WHO: who });
    const builds = await ended(2);
    expect(builds.map(({ result }) => result)).toEqual(['NOT_BUILT', 'SUCCESS']);
    expect(builds[0]?.description).toBe('Flowgate execution same\nnot built: duplicate');
    expect(builds[1]?.description).toMatch(/^Flowgate execution same\naccepted\na SUCCESS \d+ \d+\nb SUCCESS \d+ \d+$/);
    expect(await gateway.findExecution(job.key, 'same')).toHaveLength(2);
  });

  it('merges equal requests that wait, shows them in the queue, and cancels them', async () => {
    await start({ timing: { leave: 60_000 } });
    const first = await trigger({ FLOWGATE_EXECUTION_ID: 'same' });
    const second = await trigger({ FLOWGATE_EXECUTION_ID: 'same', UNDECLARED: 'vanishes' });
    expect([first.merged, second]).toEqual([false, { queueItem: first.queueItem, merged: true }]);
    expect(await gateway.findExecution(job.key, 'same')).toEqual([{ place: 'queue', queueItem: first.queueItem }]);
    expect(await gateway.queueItem(first.queueItem)).toMatchObject({
      state: 'waiting',
      why: expect.stringContaining('quiet period'),
    });
    expect(await gateway.cancelQueueItem(first.queueItem)).toBe(true);
    expect(await gateway.queueItem(first.queueItem)).toEqual({ state: 'cancelled' });
    expect(await gateway.cancelQueueItem(first.queueItem)).toBe(false);
  });

  it('cancels the waiting items of a disabled job', async () => {
    await start({ timing: { leave: 60_000 } });
    const { queueItem } = await trigger({});
    await gateway.disableJob(job.key);
    expect(await gateway.queueItem(queueItem)).toEqual({ state: 'cancelled' });
  });

  it('forgets queue items', async () => {
    await start({ timing: { leave: 1, forget: 50 } });
    const { queueItem } = await trigger({});
    await sleep(200);
    expect(await gateway.queueItem(queueItem)).toBeUndefined();
  });

  it('loses its queue in a crash, and gives the same IDs again', async () => {
    await start({ timing: { leave: 60_000 } });
    const { queueItem } = await trigger({ FLOWGATE_EXECUTION_ID: 'lost' });
    expect(await gateway.queueItem(queueItem, { of: 'lost' })).toMatchObject({ state: 'waiting' });
    jenkins.crash(50);
    await sleep(150);
    expect(await gateway.queueItem(queueItem)).toBeUndefined();
    expect(await trigger({ FLOWGATE_EXECUTION_ID: 'other' })).toMatchObject({ queueItem });
    expect(await gateway.queueItem(queueItem, { of: 'lost' })).toBeUndefined();
    expect(await gateway.queueItem(queueItem, { of: 'other' })).toMatchObject({ state: 'waiting' });
  });

  it('expands dollars in the environment of a task, and ignores the case of names', async () => {
    await start();
    await gateway.pushJob({ ...job, script: scriptOf('aa', 'environment: ${WHO} ${OTHER}, sent: ${params.WHO}') });
    await trigger({ WHO: 'costs $$5, ${other}, $UNKNOWN', other: 'x' });
    const [build] = await ended(1);
    const log = await byHand.consoleText(build!.key);
    expect(log).toContain('environment: costs $5, x, $UNKNOWN x, sent: costs $$5, ${other}, $UNKNOWN\n');
  });

  it('shows a build that waits for an executor without a description', async () => {
    await start({ executors: 0 });
    await trigger({ FLOWGATE_EXECUTION_ID: 'patient' });
    await trigger({ FLOWGATE_EXECUTION_ID: 'stopped' });
    await sleep(200);
    const [second, first] = await gateway.recentBuilds(job.key, 2);
    expect([first, second]).toEqual(
      [1, 2].map((number) =>
        expect.objectContaining({ key: { job: job.key, number }, building: true, description: '' }),
      ),
    );
    expect(await gateway.findExecution(job.key, 'stopped')).toHaveLength(1);
    await gateway.stopBuild(second!.key);
    jenkins.addExecutors(1);
    expect((await ended(2)).map(({ result }) => result)).toEqual(['ABORTED', 'SUCCESS']);
  });

  it('returns all running builds in one call, however many there are', async () => {
    await start({ timing: { task: 60_000 } });
    const numbers = Array.from({ length: 200 }, (_, index) => index + 1);
    await Promise.all(numbers.map((number) => trigger({ FLOWGATE_EXECUTION_ID: `many-${number}` })));
    while (jenkins.builds().filter(({ ran }) => ran.length > 0).length < numbers.length) await sleep(20);
    const before = jenkins.requests.length;
    const { found } = await gateway.builds(numbers.map((number) => ({ job: job.key, number })));
    expect(found.filter(({ building, description }) => building && description.includes('\na RUNNING '))).toHaveLength(
      numbers.length,
    );
    expect(jenkins.requests.slice(before)).toEqual(['GET /computer/api/json']);
  });

  it('ignores the case of names', async () => {
    await start();
    const post = (name: string) =>
      byHand.request(`/job/flows/job/demo/createItem?name=${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/xml' },
        body: '<flow-definition/>',
      });
    expect((await post('HELLO')).status).toBe(400);
    expect((await post('dot.')).status).toBe(400);
  });

  it('duplicates text of a long XML 1.1 document, and rejects one without its charset', async () => {
    await start();
    const config = '/job/flows/job/demo/job/hello/config.xml';
    const post = (body: string, contentType: string) =>
      byHand.request(config, { method: 'POST', headers: { 'content-type': contentType }, body });
    const script = `${'x'.repeat(20_000)} 1234567890] end`;
    await post(
      `<?xml version='1.1'?><flow-definition><definition><script>${script}</script></definition></flow-definition>`,
      'application/xml; charset=utf-8',
    );
    expect(await (await byHand.request(config)).text()).toContain('12345678901234567890] end');
    expect((await post('<flow-definition>é</flow-definition>', 'application/xml')).status).toBe(500);
  });

  it('loses the builds of a deleted job', async () => {
    await start();
    await trigger({ FLOWGATE_EXECUTION_ID: 'lost' });
    const [build] = await ended(1);
    await byHand.deleteJob(job.key);
    expect(await gateway.builds([build!.key])).toEqual({ found: [], gone: [build!.key], calls: 1 });
    expect(await gateway.findExecution(job.key, 'lost')).toEqual([]);
  });

  function trigger(parameters: Readonly<Record<string, string>>) {
    return gateway.trigger(job.key, new Map(Object.entries(parameters)));
  }

  /** The newest first, once there are this many and all have ended. */
  async function ended(count: number): Promise<readonly BuildState[]> {
    for (;;) {
      const builds = await gateway.recentBuilds(job.key, 10);
      if (builds.length === count && builds.every(({ building }) => !building)) return builds;
      await sleep(20);
    }
  }
});

describe('the stand-in in its own process', () => {
  it('answers, counts its builds and misbehaves', async () => {
    const jenkins = await spawnStandInJenkins({ timing: { task: 1 } });
    const gateway = new JenkinsClientGateway({ ...jenkins, folder: 'flows' });
    try {
      await gateway.pushJob(job);
      await gateway.trigger(job.key, new Map([['FLOWGATE_EXECUTION_ID', 'counted']]));
      while ((await jenkins.builds())[0]?.building !== false) await sleep(20);
      expect(await jenkins.builds()).toEqual([
        expect.objectContaining({
          job: '/job/flows/job/demo/job/hello',
          number: 1,
          result: 'SUCCESS',
          digest: 'aa',
          ran: ['a', 'b'],
        }),
      ]);
      await jenkins.misbehave([{ kind: 'starting' }]);
      await expect(gateway.readiness()).rejects.toMatchObject({ kind: 'starting' });
    } finally {
      gateway.close();
      jenkins.stop();
    }
  });
});
