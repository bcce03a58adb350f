import { alternatives, describeValue } from '../../base/problem/describe-value.ts';
import { problemCatalogue, type OwnCode } from '../../base/problem/problem-catalogue.ts';
import type { Path } from '../../base/problem/problem.ts';
import { isJsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { anyMap, entries, integer, property, text, type PropertyOptions } from '../document/property-kinds.ts';
import { PropertyReader } from '../document/property-reader.ts';
import { section, sectionSchema, type Property, type ReadProperties } from '../document/section.ts';
import { maxPerMap } from './test-limits.ts';
import { namedSections, oneOf, textMatch, textMatches } from './test-property-kinds.ts';
import {
  expectedStates,
  expectedTaskStates,
  type Expectation,
  type ExpectedArtifact,
  type ExpectedProblem,
  type ExpectedTask,
} from './test-suite.ts';

export const expectedTaskSection = section('What a case expects of a task.', {
  state: oneOf(expectedTaskStates, {
    description: 'How the task ended. `SKIPPED`: its `run_if` was false. `NOT_RUN`: it was never reached.',
  }),
  attempts: integer({ minimum: 0, description: 'How often the task was attempted.' }),
  log: textMatches({ description: 'Lines of the task.' }),
});

export const expectedArtifactSection = section('A file that the execution keeps.', {
  path: text({ required: true, filled: true, description: 'Its path in the workspace.' }),
  content: textMatch({ description: 'Its whole text, or a pattern in it.' }),
});

// The codes of task modules are only those of warnings.
const codes = Object.keys(problemCatalogue) as OwnCode[]; // the keys of a record over all codes

export const expectedProblemSection = section('A reason why nothing runs.', {
  input: text({ filled: true, description: 'The id of an invalid input.' }),
  code: oneOf(codes, { description: 'The code of an error in the flow.' }, '[code](problems.md)'),
  check: textMatch({ description: 'The message of a [check](flows.md#checks) that rejects the values.' }),
  message: textMatch({ description: 'The message of the invalid input or of the error.' }),
});

export const expectSection = section('What a case expects. Only what it names is compared.', {
  state: oneOf(expectedStates, {
    description: 'How the execution ends. Default: `SUCCESS`, and `FAILED` with `reason`.',
  }),
  reason: textMatch({ description: 'Why the execution fails.' }),
  tasks: namedSections(
    { description: 'Tasks by id, those of subflows as `build/image`: each a state, or a map.' },
    {
      section: expectedTaskSection,
      of: '[task expectations](#tasks)',
      max: maxPerMap,
      short: { words: expectedTaskStates, read: (state, path) => expectedTask({ state, log: [] }, path) },
      read: (reader) => expectedTask(expectedTaskSection.read(reader), reader.path),
    },
  ),
  outputs: anyMap({ description: 'Outputs of the flow, by id.', details: 'Other outputs are not compared.' }),
  log: textMatches({ description: 'Lines of the log.' }),
  artifacts: artifacts({
    description: 'Files that the execution keeps: each a path, or a map with `path` and `content`.',
  }),
  problems: entries({
    description: 'Why nothing runs: the flow or its values are invalid. Cannot be combined with other expectations.',
    of: '[problems](#problems)',
    items: sectionSchema(expectedProblemSection),
    whenEmpty: '"problems" is empty; name at least one problem, or leave it out.',
  }),
});

/** What a case without `expect` expects. */
export function expectedSuccess(path: Path): Expectation {
  return {
    kind: 'run',
    path,
    state: 'SUCCESS',
    reason: undefined,
    tasks: new Map(),
    outputs: {},
    log: [],
    artifacts: [],
  };
}

/** Reads what a case expects. */
export function readExpectation(
  read: ReadProperties<typeof expectSection.properties>,
  reader: PropertyReader,
): Expectation {
  const { state, reason, tasks, outputs = {}, log, artifacts: files = [], problems } = read;
  const { path } = reader;
  if (problems.length > 0) {
    if (reader.names.some((name) => name !== 'problems' && reader.value(name) !== undefined))
      reader.report(
        'conflicting-properties',
        'problems',
        'With "problems" nothing runs, so nothing else can be expected.',
      );
    const named = problems.maps().map((placed) => readProblem(new PropertyReader(placed, reader.reading)));
    return { kind: 'rejection', path, problems: named.flatMap((problem) => problem ?? []) };
  }
  return {
    kind: 'run',
    path,
    state: state ?? (reason === undefined ? 'SUCCESS' : 'FAILED'),
    reason,
    tasks,
    outputs,
    log,
    artifacts: files,
  };
}

function expectedTask(
  {
    state,
    attempts,
    log,
  }: { readonly state?: ExpectedTask['state']; readonly attempts?: number; readonly log: ExpectedTask['log'] },
  path: Path,
): ExpectedTask {
  return { path, state, attempts, log };
}

function artifacts(options: PropertyOptions): Property<readonly ExpectedArtifact[] | undefined> {
  const items = { anyOf: [{ type: 'string', minLength: 1 }, sectionSchema(expectedArtifactSection)] };
  const schema = { type: 'array', items };
  return property(options, { type: 'list of paths, or of [files](#artifacts)', schema }, (reader, key) =>
    reader.list(key)?.flatMap((item, index) => readArtifact(reader, key, item, index) ?? []),
  );
}

function readArtifact(
  reader: PropertyReader,
  key: string,
  item: JsonValue,
  index: number,
): ExpectedArtifact | undefined {
  const path = [...reader.pathOf(key), index];
  if (!isJsonObject(item)) {
    const name = reader.entryText(key, item, index);
    return name === undefined ? undefined : { path, name, content: undefined };
  }
  const { path: name, content } = expectedArtifactSection.read(new PropertyReader({ map: item, path }, reader.reading));
  return name === undefined ? undefined : { path, name, content };
}

function readProblem(reader: PropertyReader): ExpectedProblem | undefined {
  const { input, code, check, message } = expectedProblemSection.read(reader);
  const kinds = ['input', 'code', 'check'].filter((name) => reader.value(name) !== undefined);
  const { path } = reader;
  if (kinds.length !== 1) {
    const found = kinds.length === 0 ? describeValue(undefined) : kinds.join(' and ');
    const advice = `Name exactly one of ${alternatives(['input', 'code', 'check'])}; found ${found}.`;
    reader.problems.push({
      code: kinds.length === 0 ? 'missing-property' : 'conflicting-properties',
      message: advice,
      path,
    });
    return undefined;
  }
  if (check !== undefined) return { path, of: { kind: 'check' }, message: check };
  if (input !== undefined) return { path, of: { kind: 'input', name: input }, message };
  return code === undefined ? undefined : { path, of: { kind: 'code', name: code }, message };
}
