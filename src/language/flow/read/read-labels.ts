import type { PropertyReader } from '../../document/property-reader.ts';

/** The `labels` of a flow: names to texts. */
export function readLabels(flow: PropertyReader): Readonly<Record<string, string>> {
  const labels = flow.mapping('labels');
  if (labels === undefined) return {};
  const entries = labels.names.flatMap((name) => {
    const text = labels.isMissing(name) ? undefined : labels.text(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}
