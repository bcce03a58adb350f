import { reportFormats, type ReportFormat } from './report-formats.ts';

/** The options of commands that print reports, in the formats that they offer. */
export function reportOptions<const Format extends ReportFormat>(allowed: readonly Format[]) {
  return {
    format: {
      value: 'FORMAT',
      summary: `what is printed: ${allowed.map((name) => `${name} ${reportFormats[name]}`).join(', ')}`,
      allowed,
      default: 'text',
    },
    report: {
      value: 'FORMAT=FILE',
      repeated: true,
      summary: 'write a report to a file too, in any of these formats',
    },
  } as const;
}
