import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { Configuration } from './configuration.ts';
import type { archiveSettings } from './settings/archive-settings.ts';
import type { SettingValues } from './settings/setting.ts';

type OwnData = Pick<Configuration, 'dataFolder' | 'filesFolder' | 'retentionDays' | 'namespaceRetentionDays'>;
type Values = SettingValues<typeof archiveSettings>;

/** What is wrong with the settings of the archive together. */
export function archiveProblems(values: Values, data: OwnData): readonly string[] {
  return [...keyProblems(values), ...folderProblems(values, data), ...daysProblems(values, data)];
}

/** A key needs both of its parts, or neither. */
function keyProblems(values: Values): readonly string[] {
  const id = 'FLOWGATE_ARCHIVE_S3_ACCESS_KEY_ID';
  const secret = 'FLOWGATE_ARCHIVE_S3_SECRET_ACCESS_KEY';
  if ((values[id] === undefined) === (values[secret] === undefined)) return [];
  const [missing, given] = values[id] === undefined ? [id, secret] : [secret, id];
  return [`${missing} is missing; ${given} requires it`];
}

/** The folders have the same subfolders, and what sweeps one would see the other. */
function folderProblems({ FLOWGATE_ARCHIVE: place }: Values, { dataFolder, filesFolder }: OwnData): readonly string[] {
  if (place?.kind !== 'folder') return [];
  const archive = realPath(place.path);
  const own = Object.entries({ FLOWGATE_DATA: dataFolder, FLOWGATE_FILES: filesFolder });
  const [name] = own.find(([, folder]) => isIn(archive, realPath(folder)) || isIn(realPath(folder), archive)) ?? [];
  return name === undefined
    ? []
    : [`FLOWGATE_ARCHIVE is ${JSON.stringify(place.path)}; it must be outside of ${name}, and not contain it`];
}

/** An execution is in the archive for as long as it is kept outside, so fewer days have no effect. */
function daysProblems(values: Values, { retentionDays, namespaceRetentionDays }: OwnData): readonly string[] {
  const kept = [retentionDays, ...namespaceRetentionDays.map(({ days }) => days)].map((days) => days || Infinity);
  const shortest = Math.min(...kept);
  const given: readonly (readonly [text: string, days: number])[] = [
    [`FLOWGATE_ARCHIVE_DAYS is ${values.FLOWGATE_ARCHIVE_DAYS}`, values.FLOWGATE_ARCHIVE_DAYS],
    ...values.FLOWGATE_NAMESPACE_ARCHIVE_DAYS.map(
      ({ namespaces, days }) => [`FLOWGATE_NAMESPACE_ARCHIVE_DAYS has ${namespaces}=${days}`, days] as const,
    ),
  ];
  return given
    .filter(([, days]) => days > 0 && days < shortest)
    .map(
      ([text]) =>
        `${text}, which has no effect: ${shortest === Infinity ? 'FLOWGATE_RETENTION_DAYS keeps executions forever' : `executions are kept for at least ${shortest} days (FLOWGATE_RETENTION_DAYS, FLOWGATE_NAMESPACE_RETENTION_DAYS)`}`,
    );
}

function isIn(path: string, folder: string): boolean {
  return `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path); // it does not exist yet
  }
}
