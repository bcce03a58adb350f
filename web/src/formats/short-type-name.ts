/** The name of a task type without its packages: `Shell` of `dev.vendor.plugin.core.shell.Shell`. */
export function shortTypeName(type: string): string {
  return type.slice(type.lastIndexOf('.') + 1);
}
