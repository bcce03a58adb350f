import { htmlReport } from '../../../import/report/html-report.ts';
import { textReport, type ImportReport } from '../../../import/report/import-report.ts';
import { jsonReport, reportVersion } from '../../../import/report/json-report.ts';
import type { ReportContext } from '../problems/report-context.ts';
import { readReportFiles, type ReportFile } from '../problems/report-formats.ts';
import { jsonText, withoutControls } from '../terminal-text.ts';
import { UsageError } from '../terminal.ts';
import { importSarif } from './import-sarif.ts';

const importFormatNames = ['text', 'json', 'sarif', 'html'] as const;
export type ImportFormat = (typeof importFormatNames)[number];

/** What `--report` asks for. */
export interface ReportChoice {
  /** The format of the report that is printed. */
  readonly printed: ImportFormat;
  readonly files: readonly ReportFile<ImportFormat>[];
}

/** Reads the values of `--report FORMAT` and `--report FORMAT=FILE`. @throws {UsageError} */
export function readReportChoice(words: readonly string[]): ReportChoice {
  const printed = words.filter((word) => !word.includes('='));
  const [word = 'text', ...others] = printed;
  if (others.length > 0)
    throw new UsageError('--report has several formats to print; write the others to files, as FORMAT=FILE.');
  const format = importFormatNames.find((name) => name === word.toLowerCase());
  if (format === undefined)
    throw new UsageError(
      `--report is ${JSON.stringify(word)}; allowed: ${importFormatNames.join(', ')}, or FORMAT=FILE.`,
    );
  const files = words.filter((each) => each.includes('='));
  return { printed: format, files: readReportFiles(files, importFormatNames) };
}

/** The reports of jobs in each format. */
export const importFormats = {
  text: (reports) => textOf(reports.flatMap(textReport)),
  json: (reports) => jsonText({ version: reportVersion, jobs: reports.map(jsonReport) }),
  sarif: importSarif,
  html: htmlReport,
} as const satisfies Record<ImportFormat, (reports: readonly ImportReport[], context: ReportContext) => string>;

/** Lines without control characters, which sources can contain. */
export function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${withoutControls(line)}\n`).join('');
}
