import type { FlowCheck } from '../../src/language/flow/check-flow.ts';
import { problemCatalogue, severitiesOf, type ProblemCode } from '../../src/problem/problem-catalogue.ts';
import { problemExamples, wholeFlow } from './problem-examples.ts';

/** `docs/reference/problems.md`: every code of the catalogue, with an example and its message. */
export function problemPage(check: (flowText: string) => FlowCheck): string {
  const codes = Object.keys(problemCatalogue) as ProblemCode[]; // the keys of the catalogue
  return [
    introduction,
    table(
      'Errors',
      codes.filter((code) => severitiesOf(code).includes('error')),
    ),
    table(
      'Warnings',
      codes.filter((code) => severitiesOf(code).includes('warning')),
    ),
    '## Examples\n',
    ...codes.map((code) => exampleSection(code, check)),
  ].join('\n');
}

const introduction = `# Problems

<!-- Written by \`npm run docs\` from src/problem/problem-catalogue.ts and scripts/documentation/problem-examples.ts. -->

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

function table(title: string, codes: readonly ProblemCode[]): string {
  const rows = codes.map((code) => `| [\`${code}\`](#${code}) | ${problemCatalogue[code].title} |`);
  return [`## ${title}\n`, '| code | meaning |', '|---|---|', ...rows, ''].join('\n');
}

function exampleSection(code: ProblemCode, check: (flowText: string) => FlowCheck): string {
  const example = problemExamples[code];
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
