import { expect, it } from 'vitest';
import { snippetTemplate } from '../../web/src/editor/language/snippet-template.ts';

it.each([
  ['nothing to fill in', { newText: 'id: ' }, '', undefined],
  ['an empty field', { newText: 'id: ', placeholders: [{ start: 4, end: 4 }] }, '', 'id: ${1}${0}'],
  [
    'fields with text',
    {
      newText: 'id: \n  url: here',
      placeholders: [
        { start: 4, end: 4 },
        { start: 12, end: 16 },
      ],
    },
    '  ',
    'id: ${1}\nurl: ${2:here}${0}',
  ],
  [
    'a text with braces',
    {
      newText: 'id: \nenv: {A: 1}',
      placeholders: [
        { start: 4, end: 4 },
        { start: 10, end: 16 },
      ],
    },
    '',
    'id: ${1}\nenv: \\{A: 1\\}${0}',
  ],
])('%s', (_, completion, indent, template) => {
  expect(snippetTemplate(completion, indent)).toBe(template);
});
