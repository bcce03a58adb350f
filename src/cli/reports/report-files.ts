import { writeWhole } from '../files/write-whole.ts';
import { UsageError, type Terminal } from '../terminal.ts';
import type { ReportFormat } from './report-formats.ts';

/** A report that is written to a file besides what is printed. */
export interface ReportFile<Format extends ReportFormat> {
  readonly format: Format;
  /** Relative to the working directory. */
  readonly file: string;
}

/**
 * Reads the values of `--report FORMAT=FILE`.
 * @throws {UsageError}
 */
export function readReportFiles<Format extends ReportFormat>(
  words: readonly string[],
  allowed: readonly Format[],
): readonly ReportFile<Format>[] {
  return words.map((word) => {
    const [, name = '', file] = /^([^=]*)=(.+)$/s.exec(word) ?? [];
    if (file === undefined)
      throw new UsageError(`--report is ${JSON.stringify(word)}; it must be FORMAT=FILE, such as junit=report.xml.`);
    const format = allowed.find((each) => each === name.toLowerCase());
    if (format === undefined)
      throw new UsageError(`--report has the format ${JSON.stringify(name)}; allowed: ${allowed.join(', ')}.`);
    return { format, file };
  });
}

/** @throws {UsageError} if one cannot be written */
export async function writeReportFiles<Format extends ReportFormat>(
  files: readonly ReportFile<Format>[],
  print: (format: Format) => string,
  { workingDirectory }: Terminal,
): Promise<void> {
  for (const { format, file } of files) await writeWhole(file, print(format), workingDirectory);
}
