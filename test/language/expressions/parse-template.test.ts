import { describe, expect, test } from 'vitest';
import { parseTemplate } from '../../../src/language/expressions/parse-template.ts';
import { referenceText } from '../../../src/language/expressions/reference.ts';
import { templateReferences } from '../../../src/language/expressions/references-of.ts';
import { mark, readMarks } from '../../support/marked-range.ts';

/** The template as a list: text unchanged, references as `<inputs.x>`. */
function partsOf(text: string): string[] {
  return parseTemplate(text).template.map((part) =>
    part.kind === 'text' ? part.text : `<${referenceText(part.reference)}>`,
  );
}

describe('a template', () => {
  test.each([
    ['', []],
    ['plain $x \\ \' " ` \r\n 日本語 🚀', ['plain $x \\ \' " ` \r\n 日本語 🚀']],
    ['{{ inputs.user_name }}', ['<inputs.user_name>']],
    ['{{inputs.learning.rate}}', ['<inputs.learning.rate>']],
    ['Hello {{ inputs.deploy-token }}!', ['Hello ', '<inputs.deploy-token>', '!']],
    ['{{\n\tvariables.NODE_IMAGE\n}}', ['<variables.NODE_IMAGE>']],
    [
      '{{ task_outputs.measure.files }}/{{ task_outputs.a-b.c.d }}',
      ['<task_outputs.measure.files>', '/', '<task_outputs.a-b.c.d>'],
    ],
    ['{"a": {{ inputs.x }}}', ['{"a": ', '<inputs.x>', '}']],
    ['{{{ inputs.x }}}', ['{', '<inputs.x>', '}']],
    ['{{{{ inputs.x }}}}', ['{{', '<inputs.x>', '}}']],
    ['{{ a {{ inputs.x }}', ['{{ a ', '<inputs.x>']],
    ['}} {{ inputs.x }} }}', ['}} ', '<inputs.x>', ' }}']],
    ['{ { inputs.x } }', ['{ { inputs.x } }']],
    ['{{ inputs, and no end', ['{{ inputs, and no end']],
  ])('%j has the parts %j', (text, parts) => {
    expect(parseTemplate(text).problems).toEqual([]);
    expect(partsOf(text)).toEqual(parts);
  });

  test.each([
    ['\\{{ inputs.x }}', ['{{ inputs.x }}']],
    ['a \\{{b}} {{ inputs.x }}', ['a {{b}} ', '<inputs.x>']],
    ['\\{{ and no end', ['{{ and no end']],
    ['{{ no end \\{{', ['{{ no end {{']],
    ['\\{{{{ inputs.x }}', ['{{', '<inputs.x>']],
    ['\\\\{{ inputs.host }}\\share', ['\\\\', '<inputs.host>', '\\share']],
    ['\\\\\\{{ inputs.x }}', ['\\\\{{ inputs.x }}']],
    ['\\\\\\\\{{ inputs.x }}', ['\\\\\\\\', '<inputs.x>']],
    ['{{ variables.BACKSLASH }}{{ inputs.x }}', ['<variables.BACKSLASH>', '<inputs.x>']],
    ['{{ variables.BACKSLASH }}\\{{ inputs.x }}', ['<variables.BACKSLASH>', '{{ inputs.x }}']],
    ['\\{ {{ inputs.x }}', ['\\{ ', '<inputs.x>']],
  ])('%j escapes braces', (text, parts) => {
    expect(parseTemplate(text).problems).toEqual([]);
    expect(partsOf(text)).toEqual(parts);
  });

  test.each([
    '«{{.Names}}» of Go',
    '«{{ "literal" }}»',
    '«{{}}»',
    '«{{ }}»',
    'f"«{{a}}»"',
    '«{{- inputs.x -}}»',
    '«{{ not inputs.x }}»',
    '{«{{ raw }}»}',
    '«{{ item.name }}»',
  ])('%s keeps braces of other languages, with a warning', (marked) => {
    const { text, range } = readMarks(marked);
    const { problems } = parseTemplate(text);
    expect(problems.map(({ code }) => code)).toEqual(['unrecognised-expression']);
    expect(mark(text, problems[0]!.range)).toBe(mark(text, range));
    expect(partsOf(text)).toEqual([text]);
  });

  test('tells how to name the item of a loop', () => {
    const { problems } = parseTemplate('{{ item.name }}');
    expect(problems[0]?.message).toContain('In a loop, write items.<block>.');
  });

  test.each([
    ['«{{ inputs.x»', ['{{ inputs.x']],
    ['«{{ inputs.x» } }', ['{{ inputs.x } }']],
    ['a «{{variables.X»} {{ inputs.y }}', ['a {{variables.X} ', '<inputs.y>']],
    ['{{ a «{{ task_outputs.a.b» }', ['{{ a {{ task_outputs.a.b }']],
  ])('%s has a reference that is not closed, with a warning', (marked, parts) => {
    const { text, range } = readMarks(marked);
    const { problems } = parseTemplate(text);
    expect(problems.map(({ code }) => code)).toEqual(['unrecognised-expression']);
    expect(problems[0]?.message).toMatch(/ has no closing }} and stays unchanged\.$/);
    expect(mark(text, problems[0]!.range)).toBe(mark(text, range));
    expect(partsOf(text)).toEqual(parts);
  });

  test.each([
    '{{ «input».x }}',
    '{{ «Inputs».x }}',
    '{{ «vars».X }}',
    '{{ «outputs».a.b }}',
    '{{ «taskrun».id }}',
    '{{ «error».message }}',
    '{{ «errorLogs»() }}',
    '{{ «execution.startDate» }}',
    '{{ «failure.reason» }}',
    '{{ «failure.task.id» }}',
    '{{ «failure» }}',
    '{{ «secret»("A") }}',
    '{{ «trigger».body.x }}',
    '{{ «task_output».a.b }}',
    '{{ «inputs» }}',
    '{{ «inputs.» }}',
    '{{ «inputs._x» }}',
    '{{ «inputs["x"]» }}',
    '{{ «inputs . x» }}',
    '{{ inputs.gr«öße» }}',
    '{{ «task_outputs.a» }}',
    '{{ inputs.x «| upper» }}',
    '{{ inputs.x «+ 1» }}',
    '{{inputs.x«["a"]»}}',
    '{{ inputs.x «== 1» }}',
    'a «${{ inputs.x }}»',
    '«${{ github.ref }}»',
    '$«${{ .Names }}»',
    '{"a": «${{ secrets.TOKEN }}»}',
  ])('%s is rejected and stays as text', (marked) => {
    const { text, range } = readMarks(marked);
    const { problems } = parseTemplate(text);
    expect(problems.map(({ code }) => code)).toEqual(['invalid-expression']);
    expect(mark(text, problems[0]!.range)).toBe(mark(text, range));
    expect(partsOf(text)).toEqual([text]);
  });

  test('lists what is allowed', () => {
    expect(parseTemplate('{{ input.x }}').problems[0]?.message).toBe(
      '"input" is not the start of a reference; allowed: inputs.<id>, variables.<NAME> and task_outputs.<task_id>.<field>. Write inputs.<id>.',
    );
    const ofFailure = 'In tasks of errors and finally, write failure.task or failure.message.';
    expect(parseTemplate('{{ error.message }}').problems[0]?.message).toContain(ofFailure);
    expect(parseTemplate('{{ errorLogs() }}').problems[0]?.message).toContain(ofFailure);
    expect(parseTemplate('{{ execution.startDate }}').problems[0]?.message).toBe(
      '"execution.startDate" is not a complete reference; write {{ execution.id }} or {{ execution.url }} or {{ execution.signal_url }}.',
    );
    expect(parseTemplate('{{ variabels.X }}').problems[0]?.message).toContain('Did you mean "variables"?');
    expect(parseTemplate('{{ inputs["x"] }}').problems[0]?.message).toContain('{{ inputs.<id> }}');
    expect(parseTemplate('{{ inputs.x | upper }}').problems[0]?.message).toBe(
      "Filters are not supported. Change the value in a script: tr '[:lower:]' '[:upper:]'. Braces contain only a reference: {{ inputs.x }}.",
    );
    expect(parseTemplate("{{ inputs.x | default('a') }}").problems[0]?.message).toContain('Give the input "defaults".');
    expect(parseTemplate('{{ inputs.x | json }}').problems[0]?.message).toContain('returns the result as an output');
    expect(parseTemplate('${{ inputs.x }}').problems[0]?.message).toContain('Write {{ inputs.x }} without the "$"');
    const secret = parseTemplate('${{ secrets.TOKEN }}').problems[0]?.message;
    expect(secret).toMatch(
      /Declare an input of type SECRET and write inputs.<id>. Leave out the "\$" before the braces.$/,
    );
  });

  test('says that no sign trims blanks', () => {
    for (const text of ['{{- inputs.x -}}', '{{-inputs.x}}', '{{ inputs.x -}}'])
      expect(parseTemplate(text).problems[0]?.message).toContain('without the "-"');
    for (const text of ['{{- .Values.x -}}', '{{- range inputs.x }}'])
      expect(parseTemplate(text).problems[0]?.message).toMatch(/<field>\.$/);
  });

  test('reports every problem', () => {
    const codes = parseTemplate('{{ input.a }} {{ .b }} {{ vars.c }}').problems.map(({ code }) => code);
    expect(codes).toEqual(['invalid-expression', 'unrecognised-expression', 'invalid-expression']);
  });

  test('includes the braces in the range of each reference', () => {
    const text = 'a {{ inputs.x }} \\{{ b {{variables.Y}}';
    const ranges = templateReferences(parseTemplate(text).template).map(({ range }) =>
      text.slice(range.start, range.end),
    );
    expect(ranges).toEqual(['{{ inputs.x }}', '{{variables.Y}}']);
  });

  test.each(['{', '{{', '{{ inputs.x', '{{}}', '\\{{', '}}{{', '{{ inputs.x }}'])(
    'reads 256 KiB of %j completely',
    (piece) => {
      const text = piece.repeat(Math.floor(262_144 / piece.length)) + '{{';
      const { problems } = parseTemplate(text);
      expect(problems.length).toBeLessThanOrEqual(100);
      const written = partsOf(text).join('').replaceAll('<inputs.x>', '{{ inputs.x }}');
      // Not toBe, which would print both strings.
      expect(written === text.replaceAll('\\{{', '{{')).toBe(true);
    },
  );
});
