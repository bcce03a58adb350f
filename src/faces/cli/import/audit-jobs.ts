import { auditHtml } from '../../../import/report/audit-html.ts';
import { auditText } from '../../../import/report/audit-text.ts';
import { AuditTally, type Audit } from '../../../import/report/audit.ts';
import { reportOf } from '../../../import/report/import-report.ts';
import { reportVersion } from '../../../import/report/json-report.ts';
import type { ExitStatus } from '../exit-status.ts';
import { reportContext } from '../problems/report-context.ts';
import { writeReportFiles } from '../problems/report-formats.ts';
import type { SarifResult } from '../problems/sarif-log.ts';
import { jsonText } from '../terminal-text.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import { textOf, type ImportFormat, type ReportChoice } from './import-formats.ts';
import { importSarifLog, importSarifResults } from './import-sarif.ts';
import type { Importer } from './importer.ts';
import type { JobSource } from './job-source.ts';

export interface AuditChoice {
  readonly importer: Importer;
  readonly reports: ReportChoice;
}

/** Imports jobs one after the other, keeps nothing but what the report needs, and prints it. @throws {UsageError} */
export async function auditJobs(
  sources: AsyncIterable<JobSource>,
  { importer, reports }: AuditChoice,
  terminal: Terminal,
): Promise<ExitStatus> {
  const { repositoryPath } = reportContext(terminal);
  const hasSarif = [reports.printed, ...reports.files.map(({ format }) => format)].includes('sarif');
  const tally = new AuditTally();
  const results: SarifResult[] = [];
  for await (const source of sources) {
    const { found, imported } = await importer.import(source);
    tally.add(found, imported?.result);
    if (hasSarif && imported !== undefined)
      results.push(...importSarifResults(reportOf(imported.result), repositoryPath(found.name)));
  }
  const audit = tally.finish();
  if (audit.jobs.length === 0) throw new UsageError('no jobs found.');
  const print = (format: ImportFormat) => (format === 'sarif' ? importSarifLog(results) : auditFormats[format](audit));
  terminal.stdout.write(print(reports.printed));
  await writeReportFiles(reports.files, print, terminal);
  return 0;
}

const auditFormats: Readonly<Record<Exclude<ImportFormat, 'sarif'>, (audit: Audit) => string>> = {
  text: (audit) => textOf(auditText(audit)),
  json: (audit) => jsonText({ version: reportVersion, ...audit }),
  html: auditHtml,
};
