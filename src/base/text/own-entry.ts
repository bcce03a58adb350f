/** The entry of a table by a name that can be anything: none of those that every object inherits, such as `toString`. */
export function ownEntry<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
