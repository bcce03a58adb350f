import type { ArchivePlace } from './settings/archive-readers.ts';
import type { archiveSettings } from './settings/archive-settings.ts';
import type { NamespaceDays } from './settings/namespace-days-reader.ts';
import type { SettingValues } from './settings/setting.ts';

export interface ArchiveConfiguration {
  readonly place: ArchivePlace;
  /** How long after its end an execution is archived; can be a fraction. */
  readonly afterDays: number;
  /** 0 keeps archived executions forever. */
  readonly days: number;
  readonly namespaceDays: readonly NamespaceDays[];
  /** Max bytes of the artifacts of an execution; 0 archives none. */
  readonly artifactBytes: number;
  readonly s3: {
    readonly endpoint: string | undefined;
    readonly region: string | undefined;
    readonly usesPath: boolean;
    /** Undefined for those that all programs for AWS find. */
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  };
}

export function archiveOf(values: SettingValues<typeof archiveSettings>): ArchiveConfiguration | undefined {
  const { FLOWGATE_ARCHIVE: place, FLOWGATE_ARCHIVE_S3_ACCESS_KEY_ID: accessKeyId } = values;
  if (place === undefined) return undefined;
  return {
    place,
    afterDays: values.FLOWGATE_ARCHIVE_AFTER_DAYS,
    days: values.FLOWGATE_ARCHIVE_DAYS,
    namespaceDays: values.FLOWGATE_NAMESPACE_ARCHIVE_DAYS,
    artifactBytes: values.FLOWGATE_ARCHIVE_ARTIFACT_BYTES,
    s3: {
      endpoint: values.FLOWGATE_ARCHIVE_S3_ENDPOINT,
      region: values.FLOWGATE_ARCHIVE_S3_REGION,
      usesPath: values.FLOWGATE_ARCHIVE_S3_PATH_STYLE === 'on',
      credentials:
        accessKeyId === undefined
          ? undefined
          : { accessKeyId, secretAccessKey: values.FLOWGATE_ARCHIVE_S3_SECRET_ACCESS_KEY ?? '' },
    },
  };
}
