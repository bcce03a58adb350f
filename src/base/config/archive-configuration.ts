import type { archiveSettings } from './settings/archive-settings.ts';
import type { SettingValues } from './settings/setting.ts';

export type ArchiveConfiguration = NonNullable<ReturnType<typeof archiveOf>>;

export function archiveOf(values: SettingValues<typeof archiveSettings>) {
  const { FLOWGATE_ARCHIVE: place, FLOWGATE_ARCHIVE_S3_ACCESS_KEY_ID: accessKeyId } = values;
  if (place === undefined) return undefined;
  return {
    place,
    /** How long after its end an execution is archived; can be a fraction. */
    afterDays: values.FLOWGATE_ARCHIVE_AFTER_DAYS,
    /** 0 keeps archived executions forever. */
    days: values.FLOWGATE_ARCHIVE_DAYS,
    namespaceDays: values.FLOWGATE_NAMESPACE_ARCHIVE_DAYS,
    /** Max bytes of the artifacts of an execution; 0 archives none. */
    artifactBytes: values.FLOWGATE_ARCHIVE_ARTIFACT_BYTES,
    s3: {
      endpoint: values.FLOWGATE_ARCHIVE_S3_ENDPOINT,
      region: values.FLOWGATE_ARCHIVE_S3_REGION,
      usesPath: values.FLOWGATE_ARCHIVE_S3_PATH_STYLE === 'on',
      /** Undefined for those that all programs for AWS find. */
      credentials:
        accessKeyId === undefined
          ? undefined
          : { accessKeyId, secretAccessKey: values.FLOWGATE_ARCHIVE_S3_SECRET_ACCESS_KEY ?? '' },
    },
  };
}
