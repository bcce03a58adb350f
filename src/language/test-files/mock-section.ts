import { enumerate } from '../../base/problem/describe-value.ts';
import { anyMap, boolean, entries, texts, word } from '../document/property-kinds.ts';
import { PropertyReader } from '../document/property-reader.ts';
import { section, sectionSchema, type ReadProperties } from '../document/section.ts';
import { duration } from '../flow/read/flow-property-kinds.ts';
import { textOrTexts } from './test-property-kinds.ts';
import { mockedStates, type Mock, type MockedAttempt } from './test-suite.ts';

const attemptProperties = {
  outputs: anyMap({
    description: 'The fields that the task returns.',
    details: 'They are checked against its `outputSchema`, as those of a real task are.',
  }),
  state: word(mockedStates, 'SUCCESS', {
    description: 'How the task ends. With `KILLED`, the execution is stopped while the task runs.',
  }),
  log: textOrTexts({ description: 'The lines that the task prints.' }),
  takes: duration({
    description: 'How long the task runs, in virtual time.',
    details: 'If it exceeds its own timeout or that of the flow, it fails, as a real task would.',
  }),
  artifacts: texts({
    description: 'The files that the task keeps, as a map of paths to contents.',
    details: 'Like a real task, it keeps them only if it succeeds.',
  }),
};

const attemptSection = section('One attempt of a mocked task.', attemptProperties);

export const mockSection = section('What happens instead of a task.', {
  ...attemptProperties,
  attempts: entries({
    description: 'The attempts of a task with `retry`, each with the properties above.',
    details: 'Later attempts repeat the last one.',
    of: 'maps',
    items: sectionSchema(attemptSection),
    whenEmpty: '"attempts" is empty; list at least one attempt, or leave it out.',
  }),
  runs: boolean(false, {
    description:
      'Whether the task runs on this machine instead of being mocked. For a subflow: all its tasks that have no mock.',
  }),
  optional: boolean(false, {
    description: 'Whether the case may end without reaching the task.',
    details: 'Mocks at the top of the file always may.',
  }),
});

/** Reads the mock of a task. */
export function readMock(reader: PropertyReader): Mock | undefined {
  const { attempts, runs, optional, ...single } = mockSection.read(reader);
  const given = reader.names.filter((name) => name !== 'optional' && reader.value(name) !== undefined);
  const origin = { path: reader.path, isRequired: !optional };
  if (runs) {
    const others = given.filter((name) => name !== 'runs');
    if (others.length > 0)
      reader.report('conflicting-properties', 'runs', `A task that runs has no mocked ${enumerate(others)}.`);
    return { kind: 'real', ...origin };
  }
  const listed = attempts.maps().map((placed) => attemptSection.read(new PropertyReader(placed, reader.reading)));
  const beside = given.filter((name) => Object.hasOwn(attemptProperties, name));
  if (attempts.length > 0 && beside.length > 0) {
    const message = `"attempts" cannot be used together with ${enumerate(beside)}; write them in each attempt.`;
    reader.report('conflicting-properties', 'attempts', message);
  }
  const [first = attemptOf(single), ...others] = listed.map(attemptOf);
  return { kind: 'mocked', attempts: [first, ...others], ...origin };
}

function attemptOf(read: ReadProperties<typeof attemptProperties>): MockedAttempt {
  const { outputs, state, log, takes, artifacts = {} } = read;
  return {
    state,
    outputs,
    log: log?.join('\n').replace(/\n$/, ''),
    takes: Math.round((takes?.seconds ?? 0) * 1000),
    artifacts,
  };
}
