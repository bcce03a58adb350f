/** The name as in `$class: 'Shell'`: `Shell` for `hudson.tasks.Shell`. */
export function simpleName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
}
