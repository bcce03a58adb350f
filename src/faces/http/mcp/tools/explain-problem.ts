import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../../base/config/package-root.ts';
import { AppError } from '../../../../base/problem/app-error.ts';
import { problemCatalogue } from '../../../../base/problem/problem-catalogue.ts';
import { nearestWord } from '../../../../base/text/nearest-word.ts';
import { errorStatuses } from '../../response/error-statuses.ts';
import { defineTool } from '../tool.ts';

type Titles = Readonly<Record<string, { readonly title: string } | undefined>>;

export const explainProblem = defineTool<{ readonly code: string }>({
  name: 'explain_problem',
  title: 'Explain a problem code',
  description:
    'Explains a code of a problem in a flow, such as "unknown-reference", or of an error of a tool, such as "flow-disabled": what it means, with an example.',
  properties: { code: { type: 'string', minLength: 1, maxLength: 100, description: 'The code' } },
  required: ['code'],
  operation: undefined,
  call: ({ code }, { services: { taskTypes } }) => {
    const problems: Titles = { ...Object.fromEntries(taskTypes.warnings), ...problemCatalogue };
    const errors: Titles = errorStatuses;
    const title = (Object.hasOwn(problems, code) ? problems : errors)[code]?.title;
    const known = [...Object.keys(problems), ...Object.keys(errors)];
    if (title === undefined || !known.includes(code)) {
      const nearest = nearestWord(code, known);
      throw new AppError(
        'invalid-request',
        `The code ${JSON.stringify(code)} is unknown.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
      );
    }
    return { summary: `${code}: ${title}.`, data: { code, title, example: exampleOf(code) } };
  },
});

let page: string | undefined;

/** The example of a problem in docs/reference/problems.md, in Markdown; undefined for a code without one. */
function exampleOf(code: string): string | undefined {
  page ??= readFileSync(join(packageRoot(), 'docs/reference/problems.md'), 'utf8');
  const section = page.split(/^### /m).find((part) => part.startsWith(`${code}\n`));
  // The page is also a template, in which braces are escaped.
  return section
    ?.slice(code.length)
    .replaceAll(/\\([{}])/g, '$1')
    .trim();
}
