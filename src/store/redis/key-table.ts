/** The prefix of every key: one hash tag, so that one atomic step can change all keys, even on a cluster. */
export const keyRoot = '{flowgate}';

/**
 * The names of the queues of BullMQ, which makes their keys itself. `startsOn` is followed by a controller, `notifications`
 * by a receiver.
 */
export const queueNames = {
  starts: 'triggers',
  startsOn: 'triggers-',
  schedules: 'schedules',
  notifications: 'notifications-',
} as const;

/**
 * What `flowgate backup` does with a key:
 * - `copied`: copied as it is, like every key that this table does not contain
 * - `gathered`: part of the record of a flow, an execution, an upload or an audit entry
 * - `rebuilt`: left out; a restore creates it from the rest
 * - `omitted`: left out; it means something only to running processes
 * - `kept`: left out; describes the store itself and survives a restore
 */
export type BackupRule = 'copied' | 'gathered' | 'rebuilt' | 'omitted' | 'kept';

export interface KeyFamily {
  /** The key after the root and a colon, with parameters in angle brackets. */
  readonly pattern: string;
  readonly type: 'string' | 'hash' | 'set' | 'sorted set' | 'list' | 'stream' | 'BullMQ';
  readonly holds: string;
  /** Keys without one stay until something removes them. */
  readonly expires?: string;
  readonly backup: BackupRule;
  /** A process writes it before there is any data, and after the loss of the store. */
  readonly isWrittenAtStart?: true;
}

/**
 * Every key that Flowgate writes. If a key fits several patterns, the first one counts. The functions of `redis-key.ts`,
 * the scripts, the backup and docs/reference/redis-keys.md are derived from this table.
 *
 * Members of the sorted sets have equal scores unless noted, so Redis sorts them by their bytes.
 */
export const keyTable = {
  store: {
    pattern: 'store',
    type: 'hash',
    holds:
      '`format` of the data and the version of `flowgate` that set it; `migratingFrom` during a migration; `restoring`, the start of a restore',
    backup: 'kept',
    isWrittenAtStart: true,
  },
  storeLock: {
    pattern: 'store-lock',
    type: 'string',
    holds: 'the token of the process that migrates the store or restores a backup',
    expires: '30 seconds, renewed',
    backup: 'kept',
    isWrittenAtStart: true,
  },
  processes: {
    pattern: 'processes',
    type: 'sorted set',
    holds: 'the processes that use the store; the score is the time until which they count as alive',
    backup: 'kept',
    isWrittenAtStart: true,
  },

  flow: {
    pattern: 'flow:<flow>',
    type: 'hash',
    holds: 'the summary of a flow, its latest revision number, and the latest number of its executions',
    backup: 'gathered',
  },
  revisions: {
    pattern: 'revisions:<flow>',
    type: 'hash',
    holds: 'revision number → entry as JSON',
    backup: 'gathered',
  },
  source: {
    pattern: 'source:<sha256>',
    type: 'hash',
    holds: 'the `bytes` of a source, and `uses`, the number of revisions and executions that use it',
    backup: 'gathered',
  },
  webhookKeys: {
    pattern: 'hook-keys:<flow>',
    type: 'hash',
    holds: 'trigger → sealed key of the webhook',
    backup: 'gathered',
  },
  skippedTicks: {
    pattern: 'skipped-ticks:<flow>',
    type: 'hash',
    holds: 'trigger → time and reason of the latest skipped tick',
    expires: '30 days after the latest',
    backup: 'copied',
  },
  presets: {
    pattern: 'presets:<flow>',
    type: 'hash',
    holds: 'name → preset as JSON: input values and labels that are saved with a flow',
    backup: 'copied',
  },
  namespaceOwners: {
    pattern: 'namespace-owners',
    type: 'hash',
    holds: 'namespace → the repository that owns it, and its commit, as JSON',
    backup: 'copied',
  },
  scheduledFlows: {
    pattern: 'index:scheduled',
    type: 'sorted set',
    holds: 'flows with schedules',
    backup: 'rebuilt',
  },
  callers: {
    pattern: 'index:callers:<flow>',
    type: 'sorted set',
    holds: 'the flows that call a flow, which need not exist',
    backup: 'rebuilt',
  },
  flowIndex: {
    pattern: 'index:<scope>:<order>',
    type: 'sorted set',
    holds: 'flows that are `live`, `deleted` or have `label:<name>=<value>`, by `namespace`, `id` or `updated`',
    backup: 'rebuilt',
  },

  flowChanges: {
    pattern: 'flow-changes',
    type: 'stream',
    holds: 'the flows that were changed last, about 5,000: gateways that search flows keep them in memory',
    backup: 'omitted',
  },

  execution: { pattern: 'execution:<id>', type: 'hash', holds: 'the record of an execution', backup: 'gathered' },
  archivedExecution: {
    pattern: 'archived:<id>',
    type: 'string',
    holds: 'what lists show of an archived execution, instead of its record: its number, and the rest compressed',
    backup: 'gathered',
  },
  archive: {
    pattern: 'archive',
    type: 'hash',
    holds:
      '`id` of the archive of ended executions, as in its object `flowgate-archive.json`, and `confirmed` once it has that object',
    backup: 'copied',
    isWrittenAtStart: true,
  },
  executionSecrets: {
    pattern: 'execution-secrets:<id>',
    type: 'hash',
    holds: 'input → sealed value; removed when the execution ends',
    backup: 'omitted',
  },
  executionLogPart: {
    pattern: 'execution-log:<id>:<process>',
    type: 'string',
    holds: 'a log that is still being written, if logs are not in files',
    expires: 'one hour',
    backup: 'omitted',
  },
  executionLog: {
    pattern: 'execution-log:<id>',
    type: 'string',
    holds: 'a log, or its end if the beginning is in a file',
    backup: 'gathered',
  },
  executionLogFile: {
    pattern: 'execution-log-file:<id>',
    type: 'hash',
    holds: '`name` and `size` of the file with the beginning of a log; `cut` if the log is incomplete',
    backup: 'gathered',
  },
  executionLogTimes: {
    pattern: 'execution-log-times:<id>',
    type: 'list',
    holds:
      'when a log was written: `offset milliseconds` in order, at most 1,000; 0 for a part whose time is not known',
    backup: 'gathered',
  },
  idempotency: {
    pattern: 'idempotency:<key>',
    type: 'hash',
    holds: 'the `digest` of a request and the `execution` that it created',
    expires: 'one day; never for a build that was started in Jenkins',
    backup: 'copied',
  },
  pendingExecutions: {
    pattern: 'executions:pending:<owner>',
    type: 'set',
    holds: 'the executions of a flow or a trigger whose builds Jenkins has not started',
    backup: 'rebuilt',
  },
  executionSlots: {
    pattern: 'executions:slots:<pool>',
    type: 'set',
    holds:
      'the executions that hold permits of a pool: `lock:<name>`, `namespace:<namespace>` or `controller:<name>`, or a flow by its name, whose open executions hold one unless they are held',
    backup: 'rebuilt',
  },
  heldExecutions: {
    pattern: 'executions:waiting:<pool>',
    type: 'sorted set',
    holds:
      'the executions that a pool holds up, or `unfit`: those that need more permits than a pool has; the score is the time of acceptance in milliseconds by the clock of Redis, moved by the priority',
    backup: 'rebuilt',
  },
  poolSizes: {
    pattern: 'executions:pool-sizes',
    type: 'hash',
    holds: 'pool → its number of permits, of each pool in use that is no flow',
    backup: 'rebuilt',
  },
  wantedPools: {
    pattern: 'executions:wanted-pools',
    type: 'hash',
    holds: 'pool → how many executions that are held or wait need permits of it, of each pool that is no flow',
    backup: 'rebuilt',
  },
  extraPermits: {
    pattern: 'executions:extra-permits',
    type: 'hash',
    holds: 'pool → how many permits its executions hold beyond one each',
    backup: 'rebuilt',
  },
  unfinishedPools: {
    pattern: 'executions:unfinished-pools',
    type: 'set',
    holds: 'pools with free permits that held up too many executions to try all of them in one step',
    backup: 'omitted',
  },
  unstartedExecutions: {
    pattern: 'executions:unstarted:<trigger>',
    type: 'list',
    holds: 'the latest executions of a trigger that ended without a build, oldest first',
    backup: 'rebuilt',
  },
  triggerLatest: {
    pattern: 'executions:latest:<trigger>',
    type: 'list',
    holds: 'the latest executions of a trigger, newest first, at most 10',
    backup: 'rebuilt',
  },
  triggerTicks: {
    pattern: 'executions:ticks:<trigger>',
    type: 'sorted set',
    holds: 'the executions that the ticks of a schedule started in 31 days; the score is the tick in milliseconds',
    backup: 'rebuilt',
  },
  gatewayExecutions: {
    pattern: 'executions:local',
    type: 'set',
    holds: "executions that run on a gateway's machine",
    backup: 'rebuilt',
  },
  dueWaits: {
    pattern: 'executions:due-waits',
    type: 'sorted set',
    holds: 'executions whose wait ends by itself; the score is the time in milliseconds',
    backup: 'omitted',
  },
  executionChildren: {
    pattern: 'executions:children:<id>',
    type: 'hash',
    holds:
      'of an execution that waits for others: `<index>/<attempt>` → the one that it started, `result/<index>` → JSON, the `next` index, the `bytes` of the results, and why no others start (`cancel`)',
    backup: 'omitted',
  },
  executionChildWork: {
    pattern: 'executions:child-work:<id>',
    type: 'sorted set',
    holds: 'the `<index>/<attempt>` that have ended, or that start again; the score is the time in milliseconds',
    backup: 'omitted',
  },
  executedFlows: {
    pattern: 'executions:flows',
    type: 'sorted set',
    holds: 'flows that have executions, as `<id>/<namespace>`, to find those of an id in every namespace',
    backup: 'rebuilt',
  },
  failingFlows: {
    pattern: 'executions:failing',
    type: 'set',
    holds: 'flows that have failed and have not succeeded since',
    backup: 'copied',
  },
  lateExecutions: {
    pattern: 'executions:late',
    type: 'sorted set',
    holds:
      'executions and, after a space, the seconds after which they are late for someone; the score is that time in milliseconds',
    backup: 'omitted',
  },
  stateEvents: {
    pattern: 'executions:state-events',
    type: 'list',
    holds: 'changes of state that receivers have not been notified of yet, as `id number state namespace`',
    backup: 'omitted',
  },
  stateEventsLost: {
    pattern: 'executions:state-events-lost',
    type: 'string',
    holds: 'the number of changes that were dropped because there were too many',
    backup: 'omitted',
  },
  executionDays: {
    pattern: 'executions:days:<date>',
    type: 'hash',
    holds: 'how many executions ended on a day in UTC: `<namespace> <state>`, and `* <state>` for all namespaces',
    expires: '16 days after the last one',
    backup: 'copied',
  },
  failedExecutions: {
    pattern: 'executions:failed:<namespace>',
    type: 'sorted set',
    holds: 'the latest 10,000 failures of a namespace, or of all for `*`, as `<time of the end> <id>`',
    expires: '2 days after the last one',
    backup: 'copied',
  },
  runningExecutions: {
    pattern: 'executions:running:<namespace>',
    type: 'sorted set',
    holds: 'executions of a namespace that run and wait for nothing, by time',
    backup: 'rebuilt',
  },
  controllerExecutions: {
    pattern: 'executions:controller:<controller>',
    type: 'sorted set',
    holds: 'open executions of a controller of FLOWGATE_CONTROLLERS, by time',
    backup: 'rebuilt',
  },
  followedExecutions: {
    pattern: 'executions:followed:<controller>',
    type: 'sorted set',
    holds: 'those of them that are QUEUED or RUNNING and wait for nothing',
    backup: 'rebuilt',
  },
  executionIndex: {
    pattern: 'executions:<scope>',
    type: 'sorted set',
    holds:
      'executions by time: `all`, or those with `namespace:<namespace>`, `flow:<flow>`, `actor:<user or trigger>`, `label:<name>=<value>`, `state:<state>` or instead, if they wait for a person, a time, a signal or others, `waits:<kind>`, and while they are held, `held:<state>`; and those that `parent:<id>` started. Archived ones have `archived:<state>` instead of `all` and `state:<state>`',
    backup: 'rebuilt',
  },

  lease: {
    pattern: 'lease:<name>',
    type: 'string',
    holds: 'the token of the process that holds a lease',
    expires: 'seconds to minutes, renewed',
    backup: 'omitted',
    isWrittenAtStart: true,
  },
  leaseCounter: {
    pattern: 'lease-counter',
    type: 'string',
    holds: 'the latest token; each new lease gets a greater one',
    backup: 'omitted',
    isWrittenAtStart: true,
  },
  pushedJob: {
    pattern: 'pushed:<flow>',
    type: 'hash',
    holds: "the `url` of a flow's job, the `digest` of its script, and whether the job is `retired`",
    backup: 'copied',
  },
  controllers: {
    pattern: 'controllers',
    type: 'hash',
    holds: 'controller → its `url`, a digest of its `identity`, and `since` when it has the name, as JSON',
    backup: 'copied',
    isWrittenAtStart: true,
  },
  controllerLooks: {
    pattern: 'controller-looks',
    type: 'hash',
    holds: 'controller → how it was when it was looked at last, as JSON',
    backup: 'omitted',
    isWrittenAtStart: true,
  },
  pushedJobOn: {
    pattern: 'pushed-on:<controller>:<flow>',
    type: 'hash',
    holds: 'the same on a controller of FLOWGATE_CONTROLLERS, except `default`',
    backup: 'copied',
  },
  pushedMark: {
    pattern: 'pushed-jobs',
    type: 'string',
    holds: '`1` once a job was pushed',
    backup: 'copied',
    isWrittenAtStart: true,
  },
  retiringFlows: {
    pattern: 'retiring',
    type: 'set',
    holds: 'deleted flows whose jobs still have to be disabled',
    backup: 'copied',
  },
  retiringFlowsOn: {
    pattern: 'retiring-on:<controller>',
    type: 'set',
    holds: 'the same on a controller of FLOWGATE_CONTROLLERS, except `default`',
    backup: 'copied',
  },

  auditIndex: {
    pattern: 'audit:<kind>:<name>',
    type: 'stream',
    holds: 'the ids of the audit entries of a `namespace` or an `actor`',
    expires: '`FLOWGATE_AUDIT_DAYS` after the latest entry',
    backup: 'rebuilt',
    isWrittenAtStart: true,
  },
  audit: {
    pattern: 'audit',
    type: 'stream',
    holds: 'the audit trail',
    backup: 'gathered',
    isWrittenAtStart: true,
  },
  tokens: { pattern: 'tokens', type: 'hash', holds: 'id → API token as JSON, with its digest', backup: 'copied' },
  tokenUses: { pattern: 'token-uses', type: 'hash', holds: 'id → time of the last use', backup: 'copied' },

  upload: {
    pattern: 'upload:<reference>',
    type: 'string',
    holds: 'an upload as JSON',
    expires: 'with the upload',
    backup: 'copied',
  },
  fileContents: {
    pattern: 'file-contents',
    type: 'sorted set',
    holds: 'the digests of files; the score is the time until which each is kept',
    backup: 'gathered',
  },
  fileNames: { pattern: 'file-names', type: 'hash', holds: 'digest → name of the file', backup: 'gathered' },
  fileSizes: { pattern: 'file-sizes', type: 'hash', holds: 'digest → bytes', backup: 'rebuilt' },
  fileOwners: {
    pattern: 'file-owners:<sha256>',
    type: 'set',
    holds: 'the users whose quota a file counts towards',
    backup: 'gathered',
  },
  fileUsage: {
    pattern: 'file-usage',
    type: 'hash',
    holds: 'bytes in use: `all`, and `actor:<name>` for each user',
    backup: 'rebuilt',
  },
  fileReservations: {
    pattern: 'file-reservations',
    type: 'hash',
    holds: 'reservation → its bytes and, after a space, its user',
    backup: 'omitted',
  },
  fileReservationTimes: {
    pattern: 'file-reservation-times',
    type: 'sorted set',
    holds: 'reservations; the score is when each expires',
    backup: 'omitted',
  },

  collectedNotifications: {
    pattern: 'notifications:collected:<receiver>',
    type: 'list',
    holds: 'what the next message to a receiver tells, as JSON, oldest first',
    expires: '8 days after the last one',
    backup: 'omitted',
  },
  collectingNotifications: {
    pattern: 'notifications:collecting:<receiver>',
    type: 'hash',
    holds:
      '`since`, when the first one was collected; `sent`, when the last message was made; `sealed`, a message that is not in the queue yet',
    expires: '8 days after the last one',
    backup: 'omitted',
  },
  knownNotifications: {
    pattern: 'notifications:known:<receiver>',
    type: 'sorted set',
    holds: 'the ids of the latest 10,000 that were collected for a receiver, by time',
    expires: '8 days after the last one',
    backup: 'omitted',
  },
  receiverState: {
    pattern: 'notifications:state:<receiver>',
    type: 'hash',
    holds:
      'how many messages to a receiver were `sent`, when the last one was, and when and why an attempt failed last',
    backup: 'omitted',
  },
  sentStatus: {
    pattern: 'notifications:commit-status:<execution>',
    type: 'string',
    holds: 'what was sent last to the commit of an execution, in the word of its forge',
    expires: 'a week after the last change',
    backup: 'omitted',
  },
  receiverTest: {
    pattern: 'notifications:tested:<receiver>',
    type: 'string',
    holds: '`1` after a test message',
    expires: '10 seconds',
    backup: 'omitted',
  },
  formerReceivers: {
    pattern: 'former-receivers',
    type: 'hash',
    holds: 'receiver that is no longer configured → since when',
    backup: 'copied',
  },
  startQueue: {
    pattern: `${queueNames.starts}:<entry>`,
    type: 'BullMQ',
    holds: 'executions to start',
    backup: 'omitted',
    isWrittenAtStart: true,
  },
  controllerStartQueue: {
    pattern: `${queueNames.startsOn}<controller>:<entry>`,
    type: 'BullMQ',
    holds: 'executions to start on a controller of FLOWGATE_CONTROLLERS, except `default`',
    backup: 'omitted',
    isWrittenAtStart: true,
  },
  scheduleQueue: {
    pattern: `${queueNames.schedules}:<entry>`,
    type: 'BullMQ',
    holds: 'the next tick of each schedule',
    backup: 'omitted',
    isWrittenAtStart: true,
  },
  notificationQueue: {
    pattern: `${queueNames.notifications}<receiver>:<entry>`,
    type: 'BullMQ',
    holds: 'deliveries to a receiver',
    backup: 'omitted',
    isWrittenAtStart: true,
  },
  nothing: {
    pattern: 'none',
    type: 'string',
    holds: 'nothing: it is never written. Scripts delete it when they need a command that never requires memory',
    backup: 'omitted',
  },
} as const satisfies Readonly<Record<string, KeyFamily>>;

export type KeyName = keyof typeof keyTable;
