import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../../src/language/expressions/parse-template.ts';
import {
  identifierForm,
  placeholderArguments,
  placeholderText,
  shellForm,
} from '../../../src/language/expressions/placeholder-text.ts';
import { environmentName } from '../../../src/language/expressions/reference.ts';

function print(text: string, useOf: (index: number) => string = () => 'STRING', form = identifierForm) {
  const result = placeholderText(parseTemplate(text).template, form, (_, index) => useOf(index));
  return { text: result.text, words: placeholderArguments(result) };
}

describe('placeholderText', () => {
  it('uses one word per value, and keeps the rest of the text', () => {
    expect(print('a {{ inputs.robotId }}\\n{{.X}} \\{{ {{ inputs.robot-id }}{{ task_outputs.a.b }}')).toEqual({
      text: 'a VALUE_OF_ROBOT_ID\\n{{.X}} {{ VALUE_OF_ROBOT_IDVALUE_OF_TASK_A_B',
      words: ['VALUE_OF_ROBOT_ID=STRING:ROBOT_ID', 'VALUE_OF_TASK_A_B=STRING:TASK_A_B'],
    });
  });

  it('distinguishes the uses of one value', () => {
    expect(print('{{ inputs.a }} {{ inputs.a }} {{ inputs.a }}', (index) => (index === 2 ? 'json' : 'text'))).toEqual({
      text: 'VALUE_OF_A VALUE_2_OF_A VALUE_OF_A',
      words: ['VALUE_OF_A=text:A', 'VALUE_2_OF_A=json:A'],
    });
  });

  it('numbers its words if the author uses the same ones', () => {
    expect(print('VALUE_OF_A {{ inputs.a }} VALUE_2_OF_AB').text).toBe('VALUE_OF_A VALUE_1_OF_A VALUE_2_OF_AB');
  });

  it('never uses a word that becomes another one with the text after it', () => {
    expect(print('{{ variables.A }}B {{ variables.AB }}').text).toBe('VALUE_1_OF_AB VALUE_2_OF_AB');
    expect(print('1 {{ variables.A }}B {{ variables.AB }} 3').text).toBe('1 VALUE_2_OF_AB VALUE_4_OF_AB 3');
  });

  it('finds free numbers in a text that is full of numbers', () => {
    const taken = Array.from({ length: 10_000 }, (_, index) => `VALUE_${index + 1}_OF_A`).join(' ');
    expect(print(`VALUE_OF_A ${taken} {{ inputs.a }}`).text.endsWith(' VALUE_10001_OF_A')).toBe(true);
  });

  it('can look like references in shell code', () => {
    const uses = ['', 'json', '', 'text'];
    expect(print('a {{ inputs.robot-id }} {{ inputs.robot-id }}', (index) => uses[index]!, shellForm)).toEqual({
      text: 'a ${ROBOT_ID} ${ROBOT_ID#2}',
      words: ["'${ROBOT_ID}'=json:ROBOT_ID", "'${ROBOT_ID#2}'=text:ROBOT_ID"],
    });
    expect(print('${A} {{ variables.A }} ${A#1}', () => 'raw', shellForm).text).toBe('${A} ${A#2} ${A#1}');
  });

  it.each([
    ['identifiers', identifierForm],
    ['shell references', shellForm],
  ])('is always what a reader finds, whatever the text and names are: %s', (_, form) => {
    const part = fc.oneof(
      fc.constantFrom(
        'VALUE_',
        'VALUE_OF_',
        'VALUE_1_OF_',
        'VALUE_2',
        '_OF_A',
        'A',
        'B',
        '1',
        '_',
        ' ',
        '${',
        '}',
        '#1',
      ),
      fc
        .constantFrom('A', 'AB', 'VALUE_OF_A', 'VALUE_1_OF_A', '_', 'OF_A', '_OF_A')
        .map((name) => `{{ variables.${name} }}`),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const { template } = parseTemplate(parts.join(''));
        const { text, placeholders } = placeholderText(template, form, () => 'STRING');
        const words = placeholders.map(({ word }) => word).toSorted((left, right) => right.length - left.length);
        const names = new Map(placeholders.map(({ word, name }) => [word, `<${name}>`]));
        const read =
          words.length === 0
            ? text
            : text.replace(
                new RegExp(words.map((word) => word.replace(/[${}]/g, '\\$&')).join('|'), 'g'),
                (word) => names.get(word) ?? '',
              );
        expect(read).toBe(
          template.map((each) => (each.kind === 'text' ? each.text : `<${environmentName(each.reference)}>`)).join(''),
        );
      }),
    );
  });
});
