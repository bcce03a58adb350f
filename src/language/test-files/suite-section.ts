import { anyMap, entries, nested, text, texts } from '../document/property-kinds.ts';
import { section } from '../document/section.ts';
import { expectSection, readExpectation } from './expect-section.ts';
import { mockSection, readMock } from './mock-section.ts';
import { maxPerMap } from './test-limits.ts';
import { namedSections, textOrTexts } from './test-property-kinds.ts';

function mocks(description: string, details: string) {
  return namedSections(
    { description, details },
    { section: mockSection, of: '[mocks](#mocks)', max: maxPerMap, read: readMock },
  );
}

export const caseSection = section('A run of the flow, and what is expected of it.', {
  name: text({ required: true, filled: true, description: 'Describes the case; unique in the file.' }),
  inputs: anyMap({
    description: 'The values of inputs, by id, in addition to those of the file.',
    details: '`null` removes a value that the file sets.',
  }),
  files: texts({ description: 'The files of file inputs, by id; paths are relative to the test file.' }),
  mocks: mocks(
    'What happens instead of tasks, by id; tasks of subflows as `build/image`.',
    'A mock of the same task in the file is replaced.',
  ),
  expect: {
    ...nested(
      expectSection,
      { description: 'The expected result.', details: 'Default: the execution succeeds.' },
      readExpectation,
    ),
    type: '[expectation](#expectations)',
  },
});

/** The properties of a test file (docs/reference/flow-tests.md). */
export const suiteSection = section('Tests of a flow.', {
  flow: text({
    filled: true,
    description: 'The file of the flow, relative to the test file.',
    details: 'Default: `hello.yaml` for `hello.test.yaml`.',
  }),
  flows: textOrTexts({
    description: 'Files or folders with the flows that the flow calls, relative to the test file.',
    details: 'Default: the folder of the flow. A subflow that is mocked need not exist.',
  }),
  inputs: anyMap({ description: 'The values of inputs in every case, by id.' }),
  mocks: mocks('Mocks of every case, by the id of the task.', 'A mock may remain unused.'),
  cases: entries({
    required: true,
    description: 'The cases, which run independently of each other.',
    of: '[cases](#cases)',
    items: { $ref: '#/$defs/case' },
    whenEmpty: '"cases" is empty; a test file needs at least one case.',
  }),
});
