import { parseTemplate } from '../../expressions/parse-template.ts';
import { templateReferences } from '../../expressions/references-of.ts';
import { severityOf } from '../../../problem/problem-catalogue.ts';
import type { Path } from '../../../problem/problem.ts';
import type { DraftTask, TextReferences } from '../flow-draft.ts';
import type { TaskSection } from '../flow.ts';
import { addInside, addRelative } from '../relative-problems.ts';
import type { TaskTypes, TextProperty } from '../task-types.ts';
import { textsOf } from '../texts-of.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import type { PlacedMapping } from '../../document/entries.ts';
import { sourceTextBelow } from '../../document/reading.ts';
import type { Reading } from '../../document/reading.ts';
import { taskSection } from './task-section.ts';
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
  const { id = '', type: typeName = '', outputSchema = {}, ...rest } = taskSection.readProperties(reader);
  const common = { ...rest, outputSchema };
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
