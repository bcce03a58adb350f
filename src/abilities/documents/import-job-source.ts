import { importJob } from '../../import/import-job.ts';
import { readFoundJob } from '../../import/jobs/found-job.ts';
import type { MappingRules } from '../../import/mapping/context/job-mapping.ts';
import { reportOf } from '../../import/report/import-report.ts';
import { jsonReport, type JsonReport } from '../../import/report/json-report.ts';
import { checkFlow, type CheckFlowOptions } from '../../language/flow/check-flow.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { TaskRegistry } from '../../language/task-types/task-registry.ts';

export interface JobImportRequest {
  /** A Jenkinsfile, or the `config.xml` of a job. */
  readonly text: string;
  /** The key of the flow. */
  readonly key: FlowKey;
  readonly rules: MappingRules;
}

/** A flow and a report, or why the job has none, as a clause. */
export type JobImport = { readonly imported: ImportedJob } | { readonly note: string };

export interface ImportedJob extends JsonReport {
  /** What the places of the report are in: the Jenkinsfile; of a job with a script, the script and what the job adds to it. */
  readonly source: string;
  /** Valid YAML. */
  readonly flow: string;
  /** A file of flow tests for it, in YAML. */
  readonly test: string;
}

/** Imports a job of Jenkins. */
export function importJobSource(
  { text, key, rules }: JobImportRequest,
  options: CheckFlowOptions & { readonly taskTypes: TaskRegistry },
): JobImport {
  const { pipeline, note = 'it has no pipeline' } = readFoundJob('Jenkinsfile', text);
  if (pipeline === undefined) return { note };
  const check = (flow: string) => checkFlow({ text: flow, format: 'yaml' }, options).problems;
  const result = importJob(pipeline, { ...key, name: 'Jenkinsfile', rules, taskTypes: options.taskTypes, check });
  const { source, flow, test } = result;
  return { imported: { ...jsonReport(reportOf(result)), source, flow, test } };
}
