import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Configuration } from '../../base/config/configuration.ts';
import type { ConfiguredEngines } from '../../engines/configured-engines.ts';
import { ArchiveWriter, type ArtifactReader } from '../../store/executions/archive/archive-writer.ts';
import { Archiver, type ArchiveObserver } from '../../store/executions/archive/archiver.ts';
import { repairIndex } from '../../store/executions/archive/index-repair.ts';
import { maintainIndex } from '../../store/executions/archive/index-upkeep.ts';
import type { ExecutionPorts, OpenArchive } from '../../store/executions/execution-ports.ts';
import { LogFolder } from '../../store/executions/logs/log-folder.ts';
import { rulesOf, type KeptDays } from '../../store/executions/open-archive.ts';
import type { Round } from '../../store/leases/leader-loop.ts';
import { isOwnArtifact } from '../files/artifact-service.ts';

export interface ArchiveRoundsParts {
  readonly ports: Pick<ExecutionPorts, 'stored' | 'marks' | 'artifacts'>;
  readonly archive: OpenArchive;
  readonly engines: ConfiguredEngines;
  readonly logger: Logger;
  readonly observe?: ArchiveObserver | undefined;
  readonly report: (error: unknown, what: string) => void;
  readonly now: () => Date;
}

export type ArchiveSettings = KeptDays & Pick<Configuration, 'archive' | 'dataFolder' | 'logFolder'>;

const minute = 60 * 1000;
const hour = 60 * minute;

/** Undefined without an archive. */
export function openArchiver(
  settings: ArchiveSettings,
  { ports, archive, engines, observe, report, now }: ArchiveRoundsParts,
): Archiver | undefined {
  const { archive: configuration, dataFolder, logFolder } = settings;
  if (configuration === undefined) return undefined;
  const { store, logs } = ports.stored;
  return new Archiver({
    ...archive,
    store,
    marks: ports.marks,
    writer: new ArchiveWriter({
      archive: archive.archive,
      seal: archive.seal,
      store,
      logs,
      marks: ports.marks,
      artifacts: configuration.artifactBytes === 0 ? undefined : artifactsOf(engines),
      maxArtifactBytes: configuration.artifactBytes,
      spool: join(dataFolder, 'executions', 'archiving'),
      now,
    }),
    logFiles: logFolder === undefined ? undefined : new LogFolder(logFolder),
    artifacts: ports.artifacts,
    afterDays: configuration.afterDays,
    rules: rulesOf(settings),
    now,
    observe: observe ?? { archived: () => undefined, failed: () => undefined },
    report: (error) => report(error, 'archive an execution'),
  });
}

export function archiveRounds(
  archiver: Archiver,
  { archive, ports, logger, now }: ArchiveRoundsParts,
): readonly Round[] {
  return [
    {
      name: 'archive ended executions',
      everyMilliseconds: minute,
      run: async (over) => {
        const executions = await archiver.run(over);
        if (executions > 0) logger.info({ executions, archive: archive.archive.place }, 'ended executions archived');
      },
    },
    {
      name: 'remove archived artifacts',
      everyMilliseconds: hour,
      run: (over) => archiver.sweep(over),
    },
    {
      name: 'keep the index of the archive',
      everyMilliseconds: 6 * hour,
      run: async (over) => {
        const oldest = () => archive.rules.latestLimit(now());
        const executions = await maintainIndex({ ...archive, oldest }, over);
        if (executions > 0) logger.info({ executions }, 'old executions removed from the archive');
        const added = await repairIndex({ ...archive, marks: ports.marks }, over);
        if (added > 0)
          logger.error({ executions: added }, 'the index of the archive had lost executions; they are back');
      },
    },
  ];
}

/** The artifacts as users see them: without Flowgate's own files. */
function artifactsOf(engines: ConfiguredEngines): ArtifactReader {
  return {
    list: async (record) => (await engines.of(record)?.artifacts(record))?.filter(({ path }) => !isOwnArtifact(path)),
    open: async (record, path) => engines.of(record)?.artifact(record, path, {}),
  };
}
