import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import request from 'supertest';
import { openArchiver } from '../../../../src/abilities/keep/archive-rounds.ts';
import { removeOldExecutions } from '../../../../src/abilities/keep/old-executions.ts';
import type { ArchiveConfiguration } from '../../../../src/base/config/archive-configuration.ts';
import type { Ending } from '../../../../src/lifecycle/events.ts';
import type { AcceptedExecution } from '../../../../src/lifecycle/execution-record.ts';
import type { FinalState } from '../../../../src/lifecycle/execution-state.ts';
import type { Archiver } from '../../../../src/store/executions/archive/archiver.ts';
import { newExecutionId } from '../../../../src/store/executions/record/execution-id.ts';
import { RetentionRules } from '../../../../src/store/executions/record/retention-rules.ts';
import { RedisExecutionStore } from '../../../../src/store/executions/redis/redis-execution-store.ts';
import { createdExecution } from '../../../support/execution-creation.ts';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../../../support/gateway.ts';
import { told } from '../../../support/life-of.ts';
import { temporaryFolder } from '../../../support/redis.ts';

const day = 24 * 60 * 60 * 1000;
export const { signal } = new AbortController();

export function archiveIn(folder: string, given: Partial<ArchiveConfiguration> = {}): ArchiveConfiguration {
  return {
    place: { kind: 'folder', path: folder },
    afterDays: 1,
    days: 0,
    namespaceDays: [],
    artifactBytes: 1_000_000,
    s3: { endpoint: undefined, region: undefined, usesPath: true, credentials: undefined },
    ...given,
  };
}

/** What moves the executions of a gateway to its archive. */
export function archiverOf(
  { dataFolder, filesFolder, ports, services }: TestGateway,
  archive: ArchiveConfiguration,
  report: (error: unknown) => void = () => undefined,
): Archiver {
  return openArchiver(
    { archive, dataFolder, logFolder: join(filesFolder, 'logs'), retentionDays: 0, namespaceRetentionDays: [] },
    {
      ports,
      archive: ports.archive!,
      engines: services.engines,
      logger: undefined as never, // only rounds log
      report,
      now: () => new Date(),
    },
  )!;
}

/** One with a value in every part. */
export const richExecution = {
  accepted: { labels: { team: 'web', env: 'prod' }, inputs: { who: 'ada', times: 3 } },
  parts: {
    log: Array.from({ length: 60_000 }, (_, index) => `line ${index} of a long log with some text in it\n`).join(''),
    artifacts: { 'report.txt': 'the report', 'deep/er/data.bin': 'x'.repeat(100_000) },
    fields: {
      outputs: { version: '1.2.3' },
      tasks: [
        { path: 'build', state: 'SUCCESS', startedAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:00:01.000Z' },
        { path: 'deploy', state: 'SUCCESS', startedAt: '2026-01-01T00:00:01.000Z' },
      ],
      carried: { outputs: { build: { version: '1.2.3' } }, files: [] },
    },
  },
} as const;

/** A gateway with an archive in a folder, and what moves executions there. */
export class ArchiveRig {
  readonly gateway: TestGateway;
  readonly folder: string;
  readonly failures: unknown[] = [];
  readonly archiver: Archiver;

  static async start(given: Partial<ArchiveConfiguration> = {}, options: TestGatewayOptions = {}): Promise<ArchiveRig> {
    const folder = temporaryFolder();
    const archive = archiveIn(folder, given);
    return new ArchiveRig(await startTestGateway({ engineName: 'local', ...options, archive }), folder, archive);
  }

  private constructor(gateway: TestGateway, folder: string, archive: ArchiveConfiguration) {
    this.gateway = gateway;
    this.folder = folder;
    this.archiver = archiverOf(gateway, archive, (error) => this.failures.push(error));
  }

  /** Empties the store and the archive. */
  async reset(): Promise<void> {
    await this.gateway.redis.redis.flushall();
    for (const name of readdirSync(this.folder)) rmSync(join(this.folder, name), { recursive: true });
    this.failures.length = 0;
  }

  /** An execution that ended some days ago, with what executions have. @returns its id */
  async ended(
    accepted: Partial<AcceptedExecution> = {},
    {
      days = 10,
      state = 'SUCCESS',
      log = 'a line\n',
      artifacts = {},
      fields = {},
    }: {
      readonly days?: number;
      readonly state?: FinalState;
      readonly log?: string;
      readonly artifacts?: Readonly<Record<string, string>>;
      readonly fields?: Pick<Ending, 'tasks' | 'outputs' | 'carried'>;
    } = {},
  ): Promise<string> {
    const { ports, redis } = this.gateway;
    const at = new Date(Date.now() - days * day);
    const id = await createdExecution(new RedisExecutionStore(redis.redis), {
      at,
      accepted: { id: newExecutionId(at), ...accepted },
    });
    await told(ports, id, { name: 'begun', engine: 'local', at });
    await ports.logs.append(id, log);
    await told(ports, id, { name: 'finished', state, at: new Date(at.getTime() + 1_000), ...fields });
    for (const [path, content] of Object.entries(artifacts)) {
      const file = join(ports.artifacts.path(id), path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    return id;
  }

  archive(): Promise<number> {
    return this.archiver.run(signal);
  }

  /** Removes what is older than some days from the store. */
  async retain(days: number): Promise<number> {
    const { ports, services } = this.gateway;
    const deps = { ...ports, remover: services.remover, now: () => new Date() };
    return removeOldExecutions(
      new RetentionRules(days),
      { ...deps, mayRemove: ({ archivedAt }) => archivedAt !== undefined },
      signal,
    );
  }

  get(path: string, user = 'ada') {
    return request(this.gateway.app).get(path).set('x-oidc-sub', user);
  }

  /** Everything that the API shows of an execution, but when it was archived. */
  async shown(id: string): Promise<unknown> {
    const [execution, log, times, artifacts, outputs, tasks] = await Promise.all(
      ['', '/logs', '/logs?timestamps=true', '/artifacts', '/outputs', '/tasks'].map((part) =>
        this.get(`/executions/${id}${part}`).expect(200),
      ),
    );
    const { archivedAt: _, ...rest } = execution!.body;
    const { artifacts: paths } = artifacts!.body;
    const contents = await Promise.all(
      paths.map(async ({ path }: { path: string }) =>
        String((await this.get(`/executions/${id}/artifacts/${path}`).expect(200)).body),
      ),
    );
    return { rest, log: log!.text, times: times!.text, paths, contents, outputs: outputs!.body, tasks: tasks!.body };
  }

  async listed(query: string): Promise<readonly string[]> {
    const { body } = await this.get(`/executions?${query}`).expect(200);
    return body.executions.map(({ id }: { id: string }) => id);
  }

  async keysOf(id: string): Promise<readonly string[]> {
    const keys = await this.gateway.redis.redis.keys(`*${id}*`);
    return keys.map((key) => key.slice('{flowgate}:'.length, -id.length - 1)).toSorted();
  }
}
