/** A suite of a JUnit report; its cases are in order. */
export interface JUnitSuite {
  readonly name: string;
  readonly startedAt: Date;
  readonly cases: readonly JUnitCase[];
}

export interface JUnitCase {
  /** Jenkins makes packages of the parts between dots. */
  readonly classname: string;
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly seconds: number;
  /** Absent for a case that has passed. */
  readonly failure?: JUnitFailure;
  /** Lines. */
  readonly output?: readonly string[];
}

interface JUnitFailure {
  /** `error`: the case could not run. */
  readonly kind: 'failure' | 'error';
  readonly type: string;
  /** In one line. */
  readonly message: string;
  readonly lines: readonly string[];
}

/** A report as JUnit XML, as Jenkins, GitLab and others read it. */
export function junitXml(suites: readonly JUnitSuite[]): string {
  const body = suites.map(suiteXml).join('');
  const all = suites.flatMap(({ cases }) => cases);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts(all)}>\n${body}</testsuites>\n`;
}

function suiteXml({ name, startedAt, cases }: JUnitSuite): string {
  const timestamp = startedAt.toISOString().slice(0, 19);
  const body = cases.map(caseXml).join('');
  return `  <testsuite ${attributes({ name, timestamp })} ${counts(cases)}>\n${body}  </testsuite>\n`;
}

function caseXml({ classname, name, file, line, seconds, failure, output = [] }: JUnitCase): string {
  const head = `    <testcase ${attributes({ classname, name, file, line, time: seconds.toFixed(3) })}`;
  const failed = failure === undefined ? '' : failureXml(failure);
  const printed = output.length === 0 ? '' : `      <system-out>${escaped(output.join('\n'))}</system-out>\n`;
  return failed + printed === '' ? `${head}/>\n` : `${head}>\n${failed}${printed}    </testcase>\n`;
}

function failureXml({ kind, type, message, lines }: JUnitFailure): string {
  return `      <${kind} ${attributes({ message, type })}>${escaped(lines.join('\n'))}</${kind}>\n`;
}

function counts(cases: readonly JUnitCase[]): string {
  const count = (kind: JUnitFailure['kind']): number => cases.filter(({ failure }) => failure?.kind === kind).length;
  const time = cases.reduce((sum, { seconds }) => sum + seconds, 0);
  return attributes({
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: 0,
    time: time.toFixed(3),
  });
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value)).replaceAll(/[\n\t]/g, ' ')}"`)
    .join(' ');
}

/** XML 1.0 has no control characters except tab and line break, and no lone surrogates. */
function escaped(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- it removes control characters
      .replaceAll(/\u001b\[[0-9;:]*[A-Za-z]/g, '')
      // oxlint-disable-next-line no-control-regex -- it replaces control characters
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}
