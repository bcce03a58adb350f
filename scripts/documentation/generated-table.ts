/**
 * A page with the table below a note as it is today. The note stands alone in its paragraph, and the table is the next one.
 * @throws {Error} for a page without the note
 */
export function withTable(page: string, note: string, table: string): string {
  const start = page.indexOf(note);
  if (start < 0) throw new Error(`A page has no place for what is ${note}`);
  const end = page.indexOf('\n\n', page.indexOf('\n|', start));
  return `${page.slice(0, start)}${note}\n\n${table}${page.slice(end)}`;
}
