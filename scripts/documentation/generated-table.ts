/**
 * Replaces the table below a note in a page. The note is a paragraph of its own, followed by the table.
 * @throws {Error} for a page without the note
 */
export function withTable(page: string, note: string, table: string): string {
  const start = page.indexOf(note);
  if (start < 0) throw new Error(`A page does not contain the note ${note}`);
  const end = page.indexOf('\n\n', page.indexOf('\n|', start));
  return `${page.slice(0, start)}${note}\n\n${table}${page.slice(end)}`;
}
