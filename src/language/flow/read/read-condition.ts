import { parseCondition } from '../../expressions/parse-condition.ts';
import type { ConditionText } from '../flow.ts';
import { addInside } from '../relative-problems.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import type { Reading } from '../../document/reading.ts';

/** A condition (`run_if`, `condition`); undefined when it is not given or cannot be read. */
export function readCondition(reader: PropertyReader, key: string, reading: Reading): ConditionText | undefined {
  const text = reader.text(key);
  if (text === undefined) return undefined;
  const { condition, problems } = parseCondition(text);
  addInside(reading.problems, reader.pathOf(key), problems);
  return condition && { text, condition };
}
