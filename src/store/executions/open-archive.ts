import type { ArchiveConfiguration } from '../../base/config/archive-configuration.ts';
import type { Configuration } from '../../base/config/configuration.ts';
import type { Archive } from '../archive/archive.ts';
import { FolderArchive } from '../archive/folder-archive.ts';
import { S3Archive } from '../archive/s3-archive.ts';
import { ArchiveIndex } from './archive/archive-index.ts';
import { ArchiveReader } from './archive/archive-reader.ts';
import { ArchiveSeal } from './archive/archive-seal.ts';
import { dueTime } from './archive/archiver.ts';
import { OwnArchive } from './archive/own-archive.ts';
import type { OpenArchive } from './execution-ports.ts';
import { RetentionRules } from './record/retention-rules.ts';
import type { RedisArchiveIdentity } from './redis/redis-archive-identity.ts';
import type { RedisArchiveMarks } from './redis/redis-archive-marks.ts';

export interface ArchiveOptions {
  readonly marks: RedisArchiveMarks;
  readonly identity: RedisArchiveIdentity;
  /** Undefined if nothing can be signed. */
  readonly signingKey: Buffer | undefined;
  /** Bytes of the disk that it leaves free. */
  readonly reserve: number;
  /** Called with the error of each damaged part of the index. */
  readonly reportDamage?: ((error: unknown) => void) | undefined;
}

export type KeptDays = Pick<Configuration, 'retentionDays' | 'namespaceRetentionDays'>;

/** The archive of ended executions. It is not reached before it is used. */
export function openArchive(configuration: ArchiveConfiguration, kept: KeptDays, options: ArchiveOptions): OpenArchive {
  const { days, namespaceDays, afterDays } = configuration;
  const rules = new RetentionRules(days, namespaceDays, rulesOf(kept));
  const { marks, identity, reserve } = options;
  const now = () => new Date();
  const archive = new OwnArchive({ archive: archiveAt(configuration, reserve), identity, marks, now });
  const seal = new ArchiveSeal(options.signingKey);
  const index = new ArchiveIndex({
    archive,
    seal,
    rules,
    now,
    report: (error) => options.reportDamage?.(error),
  });
  const reader = new ArchiveReader({ archive, seal, marks, index });
  return { archive, seal, rules, index, reader, dueTime: (time) => dueTime(afterDays, time) };
}

export function rulesOf({ retentionDays, namespaceRetentionDays }: KeptDays): RetentionRules {
  return new RetentionRules(retentionDays, namespaceRetentionDays);
}

function archiveAt({ place, s3 }: ArchiveConfiguration, reserve: number): Archive {
  return place.kind === 'folder'
    ? new FolderArchive({ folder: place.path, reserve })
    : new S3Archive({ ...place, ...s3 });
}
