import { archivePlace, fractionalDays } from './archive-readers.ts';
import { namespaceDays } from './namespace-days-reader.ts';
import { days, integer, matching, oneOf, optionalText, url } from './setting-readers.ts';
import type { Settings } from './setting.ts';

/** How long executions are kept, and where those that have ended are archived. */
export const archiveSettings = {
  FLOWGATE_ARCHIVE: {
    ...archivePlace(),
    meaning:
      'where [ended executions are archived](../how-to/keep-and-archive-history.md): an existing folder that all processes share, outside of `FLOWGATE_DATA` and `FLOWGATE_FILES`, or `s3://<bucket>/<prefix>`. Without it, nothing is archived',
  },
  FLOWGATE_ARCHIVE_AFTER_DAYS: {
    ...fractionalDays(7),
    meaning: 'how many days after its end an execution is archived, such as `0.5`; `0` for a few minutes after its end',
  },
  FLOWGATE_ARCHIVE_DAYS: {
    ...days(0),
    meaning:
      'how many days an execution is in the archive after it was accepted, at least as long as it is kept outside; `0` keeps it forever',
  },
  FLOWGATE_NAMESPACE_ARCHIVE_DAYS: {
    ...namespaceDays(),
    meaning: 'the same for some namespaces, such as `web=365,web.*=30`; the longest pattern counts',
  },
  FLOWGATE_ARCHIVE_ARTIFACT_BYTES: {
    ...integer(1024 ** 3, { min: 0, max: 5 * 1024 ** 3 }),
    default: '`1073741824` (1 GiB)',
    meaning:
      'the size of the artifacts of an execution that are archived; the execution names those that are not. `0` archives none',
  },
  FLOWGATE_ARCHIVE_S3_ENDPOINT: { ...url(['https', 'http']), meaning: 'the URL of a store other than Amazon S3' },
  FLOWGATE_ARCHIVE_S3_REGION: { ...optionalText(), default: 'the value of `AWS_REGION`', meaning: 'its region' },
  FLOWGATE_ARCHIVE_S3_PATH_STYLE: {
    ...oneOf(['on', 'off'], 'off'),
    meaning: 'whether the bucket is in the path of its URLs instead of in the host name, as many stores need it',
  },
  FLOWGATE_ARCHIVE_S3_ACCESS_KEY_ID: {
    ...matching(/^\S+$/, 'text without spaces'),
    default: 'where all programs for AWS find credentials',
    meaning: 'the access key',
  },
  FLOWGATE_ARCHIVE_S3_SECRET_ACCESS_KEY: {
    ...optionalText(),
    secret: true,
    meaning: 'its secret; required with `FLOWGATE_ARCHIVE_S3_ACCESS_KEY_ID`',
  },
} as const satisfies Settings;
