/** All formats of reports, and what they are for. */
export const reportFormats = {
  text: 'for people',
  json: 'for programs',
  sarif: 'for code scanning',
  junit: 'for Jenkins and GitLab',
  github: 'for annotations of GitHub Actions',
  gitlab: 'for Code Quality of GitLab',
  tap: 'for readers of TAP 14',
} as const;

export type ReportFormat = keyof typeof reportFormats;

/** The formats for the problems of files. */
export const problemFormatNames = ['text', 'json', 'sarif', 'junit', 'github', 'gitlab'] as const;
/** The formats for the results of tests. */
export const testFormatNames = ['text', 'junit', 'github', 'tap'] as const;

export type ProblemFormat = (typeof problemFormatNames)[number];
export type TestFormat = (typeof testFormatNames)[number];
