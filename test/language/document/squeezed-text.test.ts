import { describe, expect, test } from 'vitest';
import { parseFlowDocument } from '../../../src/language/document/parse-flow-document.ts';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { flowText } from '../../support/gateway.ts';

/** The text as `curl -d @file` sends it. */
const squeezed = (text: string) => text.replaceAll(/[\r\n\0]/g, '');
const messages = (text: string) =>
  parseFlowDocument({ text, format: 'yaml' }, defaultFlowLimits).problems.map(
    ({ problem }) => `${problem.code}: ${problem.message}`,
  );

describe('a flow without its line breaks', () => {
  test.each([
    ['a flow', flowText()],
    ['a flow after a comment', `# What it is for\n${flowText()}`],
    [
      'a flow with a description first',
      flowText().replace('id: hello\n', '').replace('namespace: examples\n', 'namespace: examples\nid: hello\n'),
    ],
  ])('gets advice about curl: %s', (_, text) => {
    expect(messages(squeezed(text))).toEqual([expect.stringMatching(/^yaml-syntax: .*--data-binary @flow\.yaml/)]);
  });

  test.each([
    '{id: x, namespace: a, tasks: [{id: t, type: y}]}',
    'id: x',
    '# tasks: - id: x',
    'id: x\nnamespace: [\ntasks: - x\n',
  ])('%j gets no advice', (text) => {
    expect(messages(text).join()).not.toContain('--data-binary');
  });
});
