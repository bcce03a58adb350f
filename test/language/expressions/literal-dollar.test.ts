import { describe, expect, it } from 'vitest';
import { literalDollars } from '../../../src/language/expressions/literal-dollar.ts';
import type { Reference } from '../../../src/language/expressions/reference.ts';

const values: readonly Reference[] = [
  { root: 'inputs', id: 'image-tag' },
  { root: 'inputs', id: 'path' },
  { root: 'variables', name: 'REPORT' },
];

function found(text: string, expands: readonly Reference[] = []) {
  return literalDollars(text, { values, expands }).map(({ range, message }) => [
    text.slice(range.start, range.end),
    /\{\{.*\}\}/.exec(message)?.[0],
  ]);
}

describe('literalDollars', () => {
  it.each([
    ['tag ${IMAGE_TAG}, price $5', [['${IMAGE_TAG}', '{{ inputs.image-tag }}']]],
    [
      '$IMAGE_TAG and $REPORT',
      [
        ['$IMAGE_TAG', '{{ inputs.image-tag }}'],
        ['$REPORT', '{{ variables.REPORT }}'],
      ],
    ],
    ['${imageTag}', [['${imageTag}', '{{ inputs.image-tag }}']]],
    ['${INPUT_PATH}', [['${INPUT_PATH}', '{{ inputs.path }}']]],
    ['${OTHER} $OTHER', [['${OTHER}', undefined]]],
    ['{"at": "$(date -u)"}', [['$(date -u)', undefined]]],
    [
      '$(a $(b) c) $(open',
      [
        ['$(a $(b) c)', undefined],
        ['$(', undefined],
      ],
    ],
    ['costs $5, 7$ and $$', []],
    ['^[a-z]+$ ${', []],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('ignores names that the language of the string expands', () => {
    expect(found('${REPORT}/${IMAGE_TAG}', [{ root: 'variables', name: 'REPORT' }])).toEqual([
      ['${IMAGE_TAG}', '{{ inputs.image-tag }}'],
    ]);
  });

  it('stops after 20 per string', () => {
    expect(found('${A}'.repeat(1000))).toHaveLength(20);
  });
});
