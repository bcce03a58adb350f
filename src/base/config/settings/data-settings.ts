import { ownRedisBytes } from '../own-redis-bytes.ts';
import { namespaceDays } from './namespace-days-reader.ts';
import { redisUrl } from './network-readers.ts';
import { bytesOrNoLimit, days, integer, optionalText, text } from './setting-readers.ts';
import type { Settings } from './setting.ts';

/** Where data is, and how long it is kept. */
export const dataSettings = {
  FLOWGATE_DATA: { ...text('./data'), meaning: 'the folder for everything that must survive a restart' },
  FLOWGATE_FILES: {
    ...optionalText(),
    default: '`files` in that folder',
    meaning:
      'the folder for [uploaded files](files.md) and [long logs](#where-logs-are); processes on one Redis share it',
  },
  REDIS_URL: {
    ...redisUrl(),
    secretPart: 'for a URL with a password',
    meaning:
      'the [address](../explanation/scaling.md#sentinel-and-cluster) of a server, `redis://` or `rediss://`, of a sentinel group or of a cluster. Without it, Flowgate starts its own `redis-server` on a Unix socket in the data folder (Linux and macOS), which writes every change to disk before Flowgate responds',
  },
  FLOWGATE_KEY: {
    ...optionalText(),
    default: 'created once, in the data folder',
    secret: true,
    meaning:
      'seals the secrets of executions and the keys of webhooks; required with `REDIS_URL`, and the same for all processes',
  },
  FLOWGATE_REDIS_MAX_BYTES: {
    ...integer(ownRedisBytes(), { min: 32 * 1024 ** 2, max: 1024 ** 5 }),
    default: '40% of the memory of the machine or the container',
    meaning:
      "how much memory Flowgate's own Redis uses for data, at least 32 MiB; [what happens when it is full](#full-memory)",
  },
  FLOWGATE_RETENTION_DAYS: {
    ...days(90),
    meaning: 'how many days an execution is kept after it has ended, with its log; `0` keeps it forever',
  },
  FLOWGATE_NAMESPACE_RETENTION_DAYS: {
    ...namespaceDays(),
    meaning:
      'the same for some namespaces: `<namespaces>=<days>`, separated by commas, such as `web=30,web.*=90,lab=7`; the longest pattern counts',
  },
  FLOWGATE_RETENTION_BYTES: {
    ...bytesOrNoLimit(0),
    meaning:
      'the maximum total size of the logs and artifacts of all executions: once an hour, the oldest executions that have ended are deleted until the others fit; `0` for no limit. Artifacts in Jenkins, or on other machines, do not count',
  },
  FLOWGATE_REVISIONS_PER_FLOW: {
    ...integer(0, { min: 0, max: 100_000 }),
    meaning:
      'how many of the newest [revisions](stored-flows.md#old-revisions) of each flow are kept, besides those in use; `0` keeps all',
  },
  FLOWGATE_DELETED_FLOW_DAYS: { ...days(0), meaning: 'days after which a deleted flow is purged; `0` for never' },
  FLOWGATE_AUDIT_DAYS: {
    ...days(365),
    meaning:
      'how many days an entry of the [audit trail](executions.md#audit-trail) is kept; `0` keeps it forever. At most a million are kept',
  },
} as const satisfies Settings;
