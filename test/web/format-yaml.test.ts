import { expect, it } from 'vitest';
import { formatYaml } from '../../web/src/editor/format-yaml.ts';

it('indents a flow evenly, keeps its comments, and changes nothing the second time', () => {
  const text =
    '# top\nid:   a # the id\ntasks:\n    - id: b\n      commands:   ["x {{ inputs.a }}"]   \n\n    # last\n    - {id: c, script: "echo\\n"}\n';
  const formatted = formatYaml(text);
  expect(formatted).toBe(
    '# top\nid: a # the id\ntasks:\n  - id: b\n    commands: ["x {{ inputs.a }}"]\n\n  # last\n  - {id: c, script: "echo\\n"}\n',
  );
  expect(formatYaml(formatted)).toBe(formatted);
});

it.each(['id: a\n  b: [', '', '# only a comment\n', '- a\n- b\n---\n- c\n'])('leaves %j alone', (text) => {
  expect(formatYaml(text)).toBe(text);
});

it('keeps the lines of block scalars', () => {
  const text = 'script: |\n  one\n    two  # no comment\n\n  three\n';
  expect(formatYaml(text)).toBe(text);
});
