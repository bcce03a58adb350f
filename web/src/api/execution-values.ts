/** Whether a value of an execution is the record of a file. */
export function isFile(value: unknown): value is { readonly filename: string; readonly size: number } {
  if (typeof value !== 'object' || value === null || !('filename' in value) || !('size' in value)) return false;
  return typeof value.filename === 'string' && typeof value.size === 'number';
}
