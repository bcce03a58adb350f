import { isJsonObject, type JsonValue } from '../../problem/json-value.ts';
import type { MappingReader } from './mapping-reader.ts';

/** The entries of a list, whatever they are; none where there is no list. */
export function entriesOf(reader: MappingReader, key: string): readonly JsonValue[] {
  const value = reader.value(key);
  return Array.isArray(value) ? value : [];
}

/** The ids of entries behind the first `max`: they are not read, and references to them are not reported. */
export function idsBeyond(entries: readonly JsonValue[], max: number): readonly string[] {
  return entries
    .slice(max)
    .flatMap((entry) => (isJsonObject(entry) && typeof entry['id'] === 'string' ? [entry['id']] : []));
}
