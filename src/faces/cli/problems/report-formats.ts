import { writeWhole } from '../files/write-whole.ts';
import { UsageError, type Terminal } from '../terminal.ts';

/** All report formats, and what they are for. */
const reportFormats = {
  text: 'for people',
  json: 'for programs',
  sarif: 'for code scanning',
  junit: 'for Jenkins and GitLab',
  github: 'for GitHub Actions annotations',
  gitlab: 'for GitLab Code Quality',
  html: 'for a browser',
  tap: 'for TAP 14 readers',
  dotenv: 'for variables of later GitLab jobs',
} as const;

type ReportFormat = keyof typeof reportFormats;

/** The formats for the problems of files. */
export const problemFormatNames = ['text', 'json', 'sarif', 'junit', 'github', 'gitlab'] as const;
/** The formats for the results of tests. */
export const testFormatNames = ['text', 'junit', 'github', 'tap'] as const;

export type ProblemFormat = (typeof problemFormatNames)[number];
export type TestFormat = (typeof testFormatNames)[number];

/** The options of commands that print reports in these formats. */
export function reportOptions<const Format extends ReportFormat>(allowed: readonly Format[]) {
  return {
    format: {
      value: 'FORMAT',
      summary: `the output format: ${allowed.map((name) => `${name} ${reportFormats[name]}`).join(', ')}`,
      allowed,
      default: 'text',
    },
    report: {
      value: 'FORMAT=FILE',
      repeated: true,
      summary: 'also write a report to a file, in any of these formats',
    },
  } as const;
}

/** A report that is written to a file in addition to the output. */
export interface ReportFile<Format extends ReportFormat> {
  readonly format: Format;
  /** Relative to the working directory. */
  readonly file: string;
}

/** Reads the values of `--report FORMAT=FILE`. @throws {UsageError} */
export function readReportFiles<Format extends ReportFormat>(
  words: readonly string[],
  allowed: readonly Format[],
): readonly ReportFile<Format>[] {
  return words.map((word) => {
    const [, name = '', file] = /^([^=]*)=(.+)$/s.exec(word) ?? [];
    if (file === undefined)
      throw new UsageError(
        `--report is ${JSON.stringify(word)}; it must be FORMAT=FILE, with one of the formats ${allowed.join(', ')}.`,
      );
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
