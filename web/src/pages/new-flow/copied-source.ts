/** The source of a flow with another id, for a copy of it. YAML or JSON; everything else stays. */
export function copiedSource(source: string, id: string): string {
  return source.replace(
    /^(\s*"?id"?\s*:\s*)(["']?)[\w.-]+\2/m,
    (_, key: string, quote: string) => `${key}${quote}${id}-copy${quote}`,
  );
}
