interface NamedType {
  readonly type: string;
  readonly aliases: readonly string[];
}

/**
 * Every name that a task can have as its `type`: the full ones, which Flowgate itself writes, and then the same without
 * `dev.<vendor>.plugin.`.
 */
export function namesOf({ type, aliases }: NamedType): readonly string[] {
  const full = [type, ...aliases];
  return [...full, ...full.map(shortTypeName)];
}

/** Whether a name is one of `namesOf`. */
export function isNamed({ type, aliases }: NamedType, name: string): boolean {
  const end = `.plugin.${name}`;
  return [type, ...aliases].some((full) => full === name || full.endsWith(end));
}

/** The part after `dev.<vendor>.plugin.`, or the whole name if it has no such prefix. */
export function shortTypeName(name: string): string {
  const [, short] = name.split('.plugin.', 2);
  return short ?? name;
}
