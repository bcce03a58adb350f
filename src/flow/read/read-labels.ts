import type { MappingReader } from './mapping-reader.ts';
import { readText } from './read-value.ts';
import type { Reading } from './reading.ts';

/** The `labels` of a flow: names to texts. */
export function readLabels(flow: MappingReader, reading: Reading): Readonly<Record<string, string>> {
  const labels = flow.mapping('labels');
  if (labels === undefined) return {};
  const entries = Object.entries(labels.mapping).flatMap(([name, value]) => {
    const text = readText(name, value, [...labels.path, name], reading);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}
