import { describe, expect, test } from 'vitest';
import { createLanguageService } from '../../../src/language/language-service/language-service.ts';
import { flowSchema } from '../../../src/language/task-types/flow-schema.ts';
import { atCursor, service, taskTypes } from './marked-flow.ts';

const calledText = `id: build
namespace: ci
inputs:
  - {id: version, type: STRING, description: What to build.}
  - {id: token, type: SECRET}
outputs:
  - {id: image, type: STRING, description: Its address., value: x}
  - {type: STRING}
`;

const subflow = 'type: dev.vendor.plugin.core.flow.Subflow\n    namespace: ci\n    flowId: build';

const connected = createLanguageService({
  schema: flowSchema(taskTypes),
  taskTypes: taskTypes.types.map(({ documentation }) => documentation),
  calledFlow: ({ namespace, id }) =>
    namespace === 'ci' && id === 'build' ? service.interfaceOf(calledText) : undefined,
});

function labelsAt(marked: string, used = connected): readonly string[] {
  const { text, offset } = atCursor(marked);
  return used.complete(text, offset).map(({ label }) => label);
}

test('the flows that a flow calls are known, each once', () => {
  const text = `tasks:\n  - id: a\n    ${subflow}\nfinally:\n  - id: b\n    ${subflow}\n  - {id: c, namespace: ci}\n`;
  expect(service.calls(text)).toEqual([{ namespace: 'ci', id: 'build' }]);
});

describe('with what the called flows declare', () => {
  test('their outputs can be named', () => {
    const marked = `tasks:\n  - id: call\n    ${subflow}\n  - id: b\n    message: "{{ task_outputs.call.‸ }}"\n`;
    expect(labelsAt(marked)).toEqual(['image']);
    expect(labelsAt(marked, service)).toEqual([]);
  });

  test('an output that the task declares itself is not named twice', () => {
    const marked = `tasks:\n  - id: call\n    ${subflow}\n    outputSchema: {image: {type: STRING}, size: {type: INT}}\n  - id: b\n    message: "{{ task_outputs.call.‸ }}"\n`;
    expect(labelsAt(marked)).toEqual(['image', 'size']);
  });

  test.each([
    ['on a line of its own', `tasks:\n  - id: call\n    ${subflow}\n    inputs:\n      ‸\n`, ['version', 'token']],
    ['below others', `tasks:\n  - id: call\n    ${subflow}\n    inputs:\n      version: v1\n      t‸\n`, ['token']],
    ['in braces', `tasks:\n  - id: call\n    ${subflow}\n    inputs: {‸}\n`, ['version', 'token']],
    ['but not of another flow', `tasks:\n  - id: call\n    ${subflow}-other\n    inputs: {‸}\n`, []],
  ])('their inputs are suggested, %s', (_, marked, expected) => {
    expect(labelsAt(marked)).toEqual(expected);
  });

  test('an output has its description under the pointer, and no definition in this text', () => {
    const marked = `tasks:\n  - id: call\n    ${subflow}\n  - id: b\n    message: "{{ task_outputs.call.im‸age }}"\n`;
    const { text, offset } = atCursor(marked);
    expect(connected.hover(text, offset)?.markdown).toContain('Its address.');
    expect(connected.definition(text, offset)).toBeUndefined();
  });
});
