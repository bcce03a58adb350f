import { defaultMaxLogBytes, type Limits } from './configuration.ts';
import type { EnvironmentReader } from './environment-reader.ts';

/** Reads the limits of documents, requests and uploads. */
export function readLimits(reader: EnvironmentReader): Limits {
  const atMost = (max: number) => ({ min: 1, max });
  const from0 = { min: 0, max: 1024 ** 5 };
  return {
    flowBytes: reader.integer('FLOWGATE_MAX_FLOW_BYTES', 256 * 1024, atMost(16 * 1024 * 1024)),
    bodyBytes: reader.integer('FLOWGATE_MAX_BODY_BYTES', 1024 * 1024, atMost(64 * 1024 * 1024)),
    uploadBytes: reader.integer('FLOWGATE_MAX_UPLOAD_BYTES', 1024 * 1024 * 1024, atMost(1024 ** 4)),
    uploads: {
      perActor: reader.integer('FLOWGATE_MAX_UPLOAD_BYTES_PER_ACTOR', 10 * 1024 ** 3, from0) || Infinity,
      inAll: reader.integer('FLOWGATE_MAX_UPLOAD_BYTES_IN_ALL', 50 * 1024 ** 3, from0) || Infinity,
      reserve: reader.integer('FLOWGATE_MIN_FREE_BYTES', 1024 ** 3, from0),
    },
    yamlDepth: reader.integer('FLOWGATE_MAX_YAML_DEPTH', 64, atMost(1000)),
    yamlAliases: reader.integer('FLOWGATE_MAX_YAML_ALIASES', 100, { min: 0, max: 10_000 }),
    yamlNodes: reader.integer('FLOWGATE_MAX_YAML_NODES', 50_000, atMost(10_000_000)),
    tasks: reader.integer('FLOWGATE_MAX_TASKS', 1000, atMost(10_000)),
    inputs: reader.integer('FLOWGATE_MAX_INPUTS', 200, atMost(10_000)),
    variables: reader.integer('FLOWGATE_MAX_VARIABLES', 1000, atMost(10_000)),
    triggers: reader.integer('FLOWGATE_MAX_TRIGGERS', 20, atMost(1000)),
    pending: reader.integer('FLOWGATE_MAX_PENDING', 1000, atMost(1_000_000)),
    logBytes: reader.integer('FLOWGATE_MAX_LOG_BYTES', defaultMaxLogBytes, { min: 64 * 1024, max: defaultMaxLogBytes }),
    artifactBytes: reader.integer('FLOWGATE_MAX_ARTIFACT_BYTES', 10 * 1024 ** 3, from0) || Infinity,
    subflowDepth: reader.integer('FLOWGATE_MAX_SUBFLOW_DEPTH', 10, atMost(100)),
    importDocuments: reader.integer('FLOWGATE_MAX_IMPORT_DOCUMENTS', 5000, atMost(1_000_000)),
    patternLength: reader.integer('FLOWGATE_MAX_PATTERN_LENGTH', 1000, atMost(4_000)),
    schemaValues: reader.integer('FLOWGATE_MAX_SCHEMA_VALUES', 2000, atMost(100_000)),
    requestsPerMinute: reader.integer('FLOWGATE_RATE_LIMIT', 100_000, { min: 0, max: 1_000_000_000 }),
  };
}
