/**
 * The path of a task in an execution: the ids of the tasks around it and its own, separated by `/`. A task that a flow
 * calls is `build/image`, one in a block `verify/unit`, one in an item of a loop `deploy[eu-1]/push`, and one in a pass
 * of an `until` block `rollout[7]/probe`. Passes are numbered from 1. A label can contain `/`, but no bracket.
 */
export function taskPath(outer: string | undefined, id: string): string {
  return outer === undefined ? id : `${outer}/${id}`;
}

/** The path of an item of a loop, or of a pass. */
export function itemPath(block: string, label: string): string {
  return `${block}[${label}]`;
}

/** The task around a task, and the item or pass of it; undefined for a task of the flow itself. */
export function placeOfTask(path: string): { readonly parent: string; readonly item?: string } | undefined {
  const end = path.lastIndexOf('/');
  if (end < 0) return undefined;
  const outer = path.slice(0, end);
  const bracket = outer.endsWith(']') ? outer.lastIndexOf('[') : -1;
  return bracket < 0 ? { parent: outer } : { parent: outer.slice(0, bracket), item: outer.slice(bracket + 1, -1) };
}

/** The paths of the tasks around a task, the innermost first. */
export function tasksAround(path: string): readonly string[] {
  const place = placeOfTask(path);
  return place === undefined ? [] : [place.parent, ...tasksAround(place.parent)];
}

/** Whether a path is that of a task, of a part of it, or of a task inside it. */
export function isWithin(path: string, outer: string): boolean {
  if (path === outer) return true;
  // A bracket that is not closed is within a label.
  const isWhole = outer.lastIndexOf('[') <= outer.lastIndexOf(']');
  return isWhole && (path.startsWith(`${outer}/`) || path.startsWith(`${outer}[`));
}

/**
 * Whether a task belongs to a flow that the flow of the execution calls, directly or not.
 * @param calls the paths of the calls, without the labels of items; undefined if they are unknown: then every task inside
 * another one counts as a task of a called flow
 */
export function isInCall(path: string, calls: readonly string[] | undefined): boolean {
  if (calls === undefined) return path.includes('/');
  const plain = withoutItems(path);
  return calls.some((call) => plain.startsWith(`${call}/`));
}

/**
 * Whether a task is in a called flow, or is a call or a block around one, and so repeats the reasons of failures in it.
 * @param calls as for `isInCall`
 */
export function repeatsCall(path: string, calls: readonly string[] | undefined): boolean {
  if (isInCall(path, calls)) return true;
  const plain = withoutItems(path);
  return calls?.some((call) => call === plain || call.startsWith(`${plain}/`)) === true;
}

/** A path without the labels of items and passes: `deploy/push` for `deploy[eu-1]/push`. */
export function withoutItems(path: string): string {
  return path.replace(/\[[^\]]*\]/g, '');
}
