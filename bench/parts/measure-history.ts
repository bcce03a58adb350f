import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { ArchiveWriter } from '../../src/store/executions/archive/archive-writer.ts';
import { Archiver } from '../../src/store/executions/archive/archiver.ts';
import { ArtifactFolder } from '../../src/store/executions/artifacts/artifact-folder.ts';
import { openArchive } from '../../src/store/executions/open-archive.ts';
import { newExecutionId } from '../../src/store/executions/record/execution-id.ts';
import { RetentionRules } from '../../src/store/executions/record/retention-rules.ts';
import { RedisArchiveIdentity } from '../../src/store/executions/redis/redis-archive-identity.ts';
import { RedisArchiveMarks } from '../../src/store/executions/redis/redis-archive-marks.ts';
import { RedisExecutionStore } from '../../src/store/executions/redis/redis-execution-store.ts';
import { RedisLogStore } from '../../src/store/executions/redis/redis-log-store.ts';
import { told } from '../../test/support/life-of.ts';
import { inTemporaryFolder } from '../rig/in-temporary-folder.ts';
import { storeExecutions, storeFlows } from '../rig/large-store.ts';
import { requestTimes } from '../rig/load.ts';
import { withRedis, type MeasuredRedis } from '../rig/measured-redis.ts';
import { bold, type Part, type PartReport } from '../rig/part.ts';
import { withGateway } from '../rig/running-gateway.ts';
import { executionLists } from './execution-lists.ts';
import { production } from './measure-http.ts';

const size = { flows: 10_000, executions: Number(process.env.FLOWGATE_BENCH_EXECUTIONS ?? 50_000) };
const realistic = 2_000;
const portion = 200;
const [goalBytes, goalList, goalStart] = [1_500, 15, 2_000];
const day = 24 * 60 * 60 * 1000;
const { signal } = new AbortController();

export const history: Part = {
  name: 'history',
  title: 'History',
  description: `Ended executions that are archived. First ${realistic.toLocaleString('en')} with 20 tasks, 3 labels, 5 inputs, 2 outputs and a log of 50 KB, archived in a
folder: goal ${goalBytes} bytes of Redis for each. Then the lists of a gateway with ${size.executions.toLocaleString('en')} executions, of which all that
have ended are archived: goal ${goalList} ms for the 99th percentile, and ${goalStart} ms for the start. \`FLOWGATE_BENCH_EXECUTIONS\` sets the number.`,
  run: async (report) => {
    await withRedis((redis) => inTemporaryFolder((folder) => measureBytes(redis, folder, report)));
    await withRedis((redis) => measureLists(redis, report));
  },
};

async function measureBytes({ connection, memory }: MeasuredRedis, folder: string, report: PartReport): Promise<void> {
  const store = new RedisExecutionStore(connection);
  const logs = new RedisLogStore(connection);
  await store.create(creationOf(new Date())); // the source, and what scripts need, counts once
  const empty = await memory();
  for (let first = 0; first < realistic; first += portion)
    await Promise.all(Array.from({ length: portion }, () => storeEnded(store, logs)));
  const stored = (await memory()) - empty;
  const archiver = archiverOf(connection, folder);
  const start = performance.now();
  const archived = await archiver.run(signal);
  const seconds = (performance.now() - start) / 1000;
  const bytes = ((await memory()) - empty) / realistic;
  report.figure('bytes of Redis for an execution with its log', (stored / realistic).toFixed(0));
  report.figure('once it is archived', bytes.toFixed(0));
  report.figure('executions archived in a folder per second', (archived / seconds).toFixed(0));
  report.check('bytes of an archived execution', bytes > goalBytes && `${bytes.toFixed(0)} bytes`);
}

function archiverOf(redis: Redis, folder: string): Archiver {
  const marks = new RedisArchiveMarks(redis);
  const kept = { retentionDays: 0, namespaceRetentionDays: [] };
  const s3 = { endpoint: undefined, region: undefined, usesPath: false, credentials: undefined };
  const configuration = {
    place: { kind: 'folder', path: folder },
    afterDays: 0,
    days: 0,
    namespaceDays: [],
    artifactBytes: 0,
    s3,
  } as const;
  const archive = openArchive(configuration, kept, {
    marks,
    identity: new RedisArchiveIdentity(redis),
    signingKey: randomBytes(32),
    reserve: 0,
  });
  const [store, logs, now] = [new RedisExecutionStore(redis), new RedisLogStore(redis), () => new Date()];
  return new Archiver({
    ...archive,
    store,
    marks,
    writer: new ArchiveWriter({
      ...archive,
      store,
      logs,
      marks,
      artifacts: undefined,
      maxArtifactBytes: 0,
      spool: folder,
      now,
    }),
    logFiles: undefined,
    artifacts: new ArtifactFolder(folder),
    afterDays: 0,
    rules: new RetentionRules(0),
    now,
    observe: { archived: () => undefined, failed: () => undefined },
    report: (error) => {
      throw error;
    },
  });
}

async function storeEnded(store: RedisExecutionStore, logs: RedisLogStore): Promise<void> {
  const at = new Date(Date.now() - day - Math.random() * 30 * day);
  const time = (seconds: number) => new Date(at.getTime() + seconds * 1_000);
  const creation = creationOf(at);
  const { id } = creation.accepted;
  await store.create(creation);
  const build = { number: 4_711, url: 'https://ci.example/job/flowgate/job/web.shop/job/deploy-shop/4711/' };
  const tasks = Array.from({ length: 20 }, (_, index) => ({
    path: `${['build', 'test', 'push', 'deploy'][index % 4]}-${index}`,
    state: 'SUCCESS' as const,
    startedAt: time(3 + index).toISOString(),
    endedAt: time(4 + index).toISOString(),
  }));
  const outputs = { image: `registry.example/shop:${id.slice(-7).toLowerCase()}`, duration: 94.5 };
  await told(store, id, [
    { name: 'attempted', announcesStop: true, at: time(1) },
    { name: 'enqueued', queueItem: 9_812, at: time(1) },
    { name: 'buildFound', build, at: time(2) },
    { name: 'begun', at: time(3) },
    { name: 'progressed', tasks, at: time(25) },
  ]);
  await logs.append(id, `${`a line of the log of ${id} as builds print them`.padEnd(99)}\n`.repeat(500));
  await told(store, id, { name: 'finished', state: 'SUCCESS', outputs, at: time(26) });
}

function creationOf(at: Date) {
  const id = newExecutionId(at);
  return {
    accepted: {
      id,
      flow: { namespace: 'web.shop', id: 'deploy-shop' },
      revision: 12,
      subflows: [],
      calls: [],
      actor: `user-${Math.floor(Math.random() * 100)}`,
      labels: { team: 'shop', env: 'production', commit: id.slice(-12).toLowerCase().repeat(3).slice(0, 40) },
      inputs: {
        branch: 'main',
        version: `1.${Math.floor(Math.random() * 100)}.3`,
        dry_run: false,
        regions: ['eu-1', 'us-1'],
        token: '****',
      },
      messages: [],
    },
    source: { bytes: Buffer.from('id: deploy-shop\n'), mediaType: 'application/x-yaml', format: 'yaml' as const },
    at,
    secrets: {},
  };
}

async function measureLists({ environment, connection, memory }: MeasuredRedis, report: PartReport): Promise<void> {
  await connection.config('SET', 'appendonly', 'no'); // only reads are measured
  await inTemporaryFolder(async (folder) => {
    const settings = { ...production, ...environment, FLOWGATE_ENGINE: 'none', FLOWGATE_ARCHIVE: folder };
    await withGateway(settings, async () => undefined); // the first start gives the store its format
    await storeFlows(connection, size);
    await storeExecutions(connection, size);
    await markAll(connection);
    report.figure('memory of Redis', `${((await memory()) / 2 ** 20).toFixed(0)} MiB`);
    const beforeStart = performance.now();
    await withGateway(settings, async ({ url }) => {
      const start = performance.now() - beforeStart;
      report.figure('the start', `${start.toFixed(0)} ms`);
      report.check('the start', start > goalStart && `${start.toFixed(0)} ms`);
      const rows = [];
      for (const { what, path } of executionLists) {
        const { median, p99, longest } = await requestTimes((round) => url + path(round));
        rows.push([what, median.toFixed(1), bold(p99, 1), longest.toFixed(1)]);
        report.check(what, p99 > goalList && `${p99.toFixed(0)} ms`);
      }
      report.table('request | median (ms) | 99% (ms) | max (ms)', rows);
    });
  });
}

/** Marks executions as if they were archived: lists do not read the archive. */
async function markAll(redis: Redis): Promise<void> {
  const [marks, store] = [new RedisArchiveMarks(redis), new RedisExecutionStore(redis)];
  const archivedAt = new Date().toISOString();
  for (let after: string | undefined, isLast = false; !isLast;) {
    const ids = await marks.unarchived({ to: new Date(), limit: portion, after });
    const records = await Promise.all(ids.map((id) => store.read(id)));
    await Promise.all(records.map((record) => record?.phase === 'ended' && marks.mark({ ...record, archivedAt })));
    after = ids.at(-1);
    isLast = ids.length < portion;
  }
}
