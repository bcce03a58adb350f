import {
  problemCatalogue,
  severitiesOf,
  type OwnCode,
  type Severity,
} from '../../src/base/problem/problem-catalogue.ts';
import type { Language } from '../../src/faces/cli/flows/load-language.ts';
import type { ProblemExample } from '../../src/language/task-types/task-contract.ts';
import { problemExamples, wholeFlow } from './problem-examples.ts';

/** What the page says about a code. */
export interface DescribedProblem {
  readonly code: string;
  readonly severities: readonly Severity[];
  readonly title: string;
  readonly example: ProblemExample;
}

/** The codes of Flowgate itself, then those of the task types. */
export function describedProblems({ taskTypes }: Pick<Language, 'taskTypes'>): readonly DescribedProblem[] {
  const own = Object.keys(problemCatalogue) as OwnCode[]; // the keys of the catalogue
  return [
    ...own.map((code) => ({
      code,
      severities: severitiesOf(code),
      title: problemCatalogue[code].title,
      example: problemExamples[code],
    })),
    ...[...taskTypes.warnings].map(([code, warning]) => ({ code, severities: ['warning'] as const, ...warning })),
  ];
}

/** `docs/reference/problems.md`: every code, with an example and its message. */
export function problemPage(language: Language): string {
  const problems = describedProblems(language);
  const ofSeverity = (severity: Severity) => problems.filter(({ severities }) => severities.includes(severity));
  return [
    introduction,
    table('Errors', ofSeverity('error')),
    table('Warnings', ofSeverity('warning')),
    '## Examples\n',
    ...problems.map((problem) => exampleSection(problem, language)),
  ].join('\n');
}

const introduction = `# Problems

<!-- Written by \`npm run docs\` from src/base/problem/problem-catalogue.ts, scripts/documentation/problem-examples.ts and the task modules. -->

Flowgate reports everything that is wrong with a document at once, as a list of problems in document order:

| field | meaning |
|---|---|
| \`code\` | one of the codes below |
| \`severity\` | \`error\`: the flow is rejected; \`warning\`: the flow is accepted. Each code has one severity, except \`reserved-name\` |
| \`message\` | what is wrong, what was found and what is allowed |
| \`path\` | the place in the document, as a JSON Pointer |
| \`line\`, \`column\`, \`endLine\`, \`endColumn\` | the place in the text, counted from 1; the end is exclusive. Not present for JSON bodies |

A problem points at a value, or at a key if the key is wrong or something is missing next to it. Only invalid YAML hides other
problems.
`;

function table(title: string, problems: readonly DescribedProblem[]): string {
  const rows = problems.map((problem) => `| [\`${problem.code}\`](#${problem.code}) | ${problem.title} |`);
  return [`## ${title}\n`, '| code | meaning |', '|---|---|', ...rows, ''].join('\n');
}

function exampleSection({ code, example }: DescribedProblem, { check }: Pick<Language, 'check'>): string {
  const heading = `### ${code}\n`;
  if ('words' in example) return [heading, example.words, ''].join('\n');
  const found = check(wholeFlow(example.yaml)).problems.find((problem) => problem.code === code);
  if (found === undefined) throw new Error(`The example of ${code} does not have this problem`);
  const place = `Line ${found.line}, column ${found.column}: ${escapeMarkdown(found.message)}`;
  return [heading, '```yaml', example.yaml, '```', '', place, ''].join('\n');
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_<>[\]{}|]/g, '\\$&');
}
