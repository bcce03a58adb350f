import { parseCondition } from '../../expressions/parse-condition.ts';
import type { ConditionText } from '../flow.ts';
import { addInside } from '../relative-findings.ts';
import type { MappingReader } from '../../document/mapping-reader.ts';
import type { Reading } from '../../document/reading.ts';

/** A condition (`run_if`, `condition`); undefined when it is not given or cannot be read. */
export function readCondition(reader: MappingReader, key: string, reading: Reading): ConditionText | undefined {
  const text = reader.text(key);
  if (text === undefined) return undefined;
  const { condition, findings } = parseCondition(text);
  addInside(reading.findings, reader.pathOf(key), findings);
  return condition && { text, condition };
}
