import { createHash } from 'node:crypto';
import { jsonText } from '../terminal-text.ts';
import type { FileReport } from './file-report.ts';
import type { ReportContext } from './report-context.ts';

/** A Code Quality report, which GitLab shows in the changes of merge requests. */
export function gitlabCodeQuality(reports: readonly FileReport[], { repositoryPath }: ReportContext): string {
  const seen = new Map<string, number>();
  const issues = reports.flatMap(({ file, problems }) => {
    const path = repositoryPath(file);
    return problems.map(({ code, severity, message, path: pointer, line = 1, endLine = line }) => {
      // Without the line: GitLab tells new problems from old ones by this, and lines move.
      const identity = [path, code, pointer, message].join('\n');
      const count = seen.get(identity) ?? 0;
      seen.set(identity, count + 1);
      return {
        description: message,
        check_name: code,
        fingerprint: createHash('sha256').update(`${identity}\n${count}`).digest('hex'),
        severity: severity === 'error' ? 'major' : 'minor',
        location: { path, lines: { begin: line, end: endLine } },
      };
    });
  });
  return jsonText(issues);
}
