import { defaultMaxLogBytes, defaultMaxTaskRuns } from '../allowed-values.ts';
import { bytesOrNoLimit, integer, upTo } from './setting-readers.ts';
import type { Settings } from './setting.ts';

/** Limits of documents, requests and executions. */
export const limitSettings = {
  FLOWGATE_MAX_FLOW_BYTES: { ...upTo(16 * 1024 ** 2, 256 * 1024), meaning: 'the size of a flow document' },
  FLOWGATE_MAX_BODY_BYTES: {
    ...upTo(64 * 1024 ** 2, 1024 ** 2),
    meaning: 'the size of any other body; JSON has at most 64 levels and 50,000 values',
  },
  FLOWGATE_MAX_UPLOAD_BYTES: { ...upTo(1024 ** 4, 1024 ** 3), meaning: 'the size of an uploaded file' },
  FLOWGATE_MAX_UPLOAD_BYTES_PER_ACTOR: {
    ...bytesOrNoLimit(10 * 1024 ** 3),
    meaning: 'all [uploads](files.md#limits) of a user; `0` for no limit',
  },
  FLOWGATE_MAX_UPLOAD_BYTES_IN_ALL: { ...bytesOrNoLimit(50 * 1024 ** 3), meaning: 'all uploads; `0` for no limit' },
  FLOWGATE_MIN_FREE_BYTES: {
    ...integer(1024 ** 3, { min: 0, max: 1024 ** 5 }),
    meaning:
      'the free space that uploads leave on their disk. Changes leave a quarter of it on the disk of `FLOWGATE_DATA` ([full disk](#full-disk)). `0` turns off both',
  },
  FLOWGATE_MAX_YAML_DEPTH: { ...upTo(1000, 64), meaning: 'the levels of a document' },
  FLOWGATE_MAX_YAML_ALIASES: { ...integer(100, { min: 0, max: 10_000 }), meaning: 'the aliases in a document' },
  FLOWGATE_MAX_YAML_NODES: { ...upTo(10_000_000, 50_000), meaning: 'the keys, values, lists and maps of a document' },
  FLOWGATE_MAX_TASKS: { ...upTo(10_000, 1000), meaning: 'the tasks of a flow, including `errors` and `finally`' },
  FLOWGATE_MAX_TASK_RUNS: {
    ...upTo(10_000, defaultMaxTaskRuns),
    meaning:
      'the tasks that an execution of a flow with [blocks](blocks.md) runs, including those of each item and pass, without `errors` and `finally`',
  },
  FLOWGATE_MAX_INPUTS: { ...upTo(10_000, 200), meaning: 'the inputs of a flow' },
  FLOWGATE_MAX_VARIABLES: { ...upTo(10_000, 1000), meaning: 'the variables of a flow' },
  FLOWGATE_MAX_TRIGGERS: { ...upTo(1000, 20), meaning: 'the triggers of a flow; at most 1,000' },
  FLOWGATE_MAX_LOG_BYTES: {
    ...integer(defaultMaxLogBytes, { min: 64 * 1024, max: defaultMaxLogBytes }),
    default: '`33554432` (32 MiB, also the maximum)',
    meaning:
      'the stored bytes of a log, before secrets are masked; of a [longer one](executions.md#long-logs), the beginning and the end are kept',
  },
  FLOWGATE_MAX_ARTIFACT_BYTES: {
    ...bytesOrNoLimit(10 * 1024 ** 3),
    meaning: 'all [artifacts](executions.md#outputs-and-artifacts) of an execution on this machine; `0` for no limit',
  },
  FLOWGATE_MAX_PENDING: {
    ...upTo(1_000_000, 1000),
    meaning: 'the executions of a flow that are `CREATED` or `QUEUED`; another one returns 429 `too-many-pending`',
  },
  FLOWGATE_MAX_SUBFLOW_DEPTH: { ...upTo(100, 10), meaning: 'the levels of flows that call each other' },
  FLOWGATE_MAX_IMPORT_DOCUMENTS: { ...upTo(1_000_000, 5000), meaning: 'the documents of one import' },
  FLOWGATE_MAX_PATTERN_LENGTH: {
    ...upTo(4_000, 1000),
    meaning: "the characters of an input's `pattern`, and of each pattern in a `schema`; at most 4,000",
  },
  FLOWGATE_MAX_SCHEMA_VALUES: {
    ...upTo(100_000, 2000),
    meaning:
      "the values in all `schema`s of a flow's inputs. Each schema, list, name, number and so on counts as one, the plain values of an `enum` together as one: `speed: {type: number}` is two",
  },
} as const satisfies Settings;
