import { parseTemplate } from '../../expressions/parse-template.ts';
import { templateReferences } from '../../expressions/references-of.ts';
import { readId, taskIdRule } from '../../document/id-rule.ts';
import { severityOf } from '../../../problem/problem-catalogue.ts';
import type { Path } from '../../../problem/problem.ts';
import type { DraftTask, TextReferences } from '../flow-draft.ts';
import type { Task, TaskSection } from '../flow.ts';
import { addInside, addRelative } from '../relative-problems.ts';
import type { TaskTypes, TextProperty } from '../task-types.ts';
import { textsOf } from '../texts-of.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import type { PlacedMapping } from '../../document/entries.ts';
import { readCondition } from './read-condition.ts';
import { readDuration } from './read-duration.ts';
import { readOutputSchema } from './read-output-schema.ts';
import { readRetry } from './read-retry.ts';
import { readWorkerGroup } from './read-worker-group.ts';
import { sourceTextBelow } from '../../document/reading.ts';
import type { Reading } from '../../document/reading.ts';
import { unknownTaskType } from './unknown-task-type.ts';

/** Reads the properties that every task has (DESIGN 2), and gives the others to the task's type. */
export function readTask(
  placed: PlacedMapping,
  section: TaskSection,
  taskTypes: TaskTypes,
  reading: Reading,
): DraftTask {
  const { path } = placed;
  const reader = new PropertyReader(placed, reading);
  const id = readId(reader, 'id', taskIdRule) ?? '';
  const typeName = reader.requiredText('type') ?? '';
  const common = readCommonProperties(reader, reading);
  const given = reader.rest();

  const type = taskTypes.find(typeName);
  if (type === undefined) {
    if (typeName !== '')
      reader.report('unknown-task-type', 'type', unknownTaskType(typeName, taskTypes, reading.suggestions));
    const task = { id, type: typeName, ...common, properties: given };
    return { id, section, task, references: readReferences(path, textsOf(given), reading) };
  }
  const { properties, problems } = type.read(given, sourceTextBelow(reading.sourceText, path));
  addRelative(reading.problems, path, problems);
  const accepted = problems.every(({ code }) => severityOf(code) === 'warning');
  const task = { id, type: typeName, ...common, properties };
  const texts = accepted ? type.texts(properties) : textsOf(properties);
  return { id, section, task, type, references: readReferences(path, texts, reading) };
}

function readReferences(base: Path, texts: readonly TextProperty[], reading: Reading): readonly TextReferences[] {
  return texts.flatMap(({ path, text }) => {
    const { template, problems } = parseTemplate(text);
    addInside(reading.problems, [...base, ...path], problems);
    const references = templateReferences(template);
    return references.length === 0 ? [] : [{ path, references }];
  });
}

function readCommonProperties(reader: PropertyReader, reading: Reading): Omit<Task, 'id' | 'type' | 'properties'> {
  const description = reader.text('description');
  const disabled = reader.boolean('disabled') ?? false;
  const runIf = readCondition(reader, 'run_if', reading);
  const allowFailure = reader.boolean('allow_failure') ?? false;
  const retry = readRetry(reader);
  const timeout = readDuration(reader, 'timeout');
  const outputSchema = readOutputSchema(reader, reading);
  const workerGroup = readWorkerGroup(reader);
  return {
    ...(description !== undefined && { description }),
    disabled,
    ...(runIf && { runIf }),
    allowFailure,
    ...(retry && { retry }),
    ...(timeout && { timeout }),
    outputSchema,
    ...(workerGroup !== undefined && { workerGroup }),
  };
}
