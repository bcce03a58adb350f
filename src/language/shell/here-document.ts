/** A here-document whose body has not been reached yet. */
export interface HereDocument {
  readonly delimiter: string;
  /** Whether a part of the delimiter is quoted, so that the shell expands nothing in the body. */
  readonly quoted: boolean;
  /** Whether leading tabs are removed (`<<-`). */
  readonly stripTabs: boolean;
}

/** Reads `<<WORD` or `<<-WORD` at `start`; returns the end of the word. */
export function readHereDocument(text: string, start: number): { document: HereDocument; end: number } {
  const operator = /<<(-?)[ \t]*/y;
  operator.lastIndex = start;
  const stripTabs = operator.exec(text)?.[1] === '-';
  const part = /'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([^\s'"\\;&|()<>`]+)/y;
  part.lastIndex = operator.lastIndex;
  let delimiter = '';
  let quoted = false;
  let end = part.lastIndex;
  for (let match = part.exec(text); match !== null; match = part.exec(text)) {
    const [, single, double, escaped, plain] = match;
    quoted ||= plain === undefined;
    delimiter += single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? plain;
    end = part.lastIndex;
  }
  return { document: { delimiter, quoted, stripTabs }, end };
}

/** Finds the body that starts at `start`: its end, and the offset after the line of the delimiter. */
export function findBody(
  text: string,
  start: number,
  limit: number,
  { delimiter, stripTabs }: HereDocument,
): { end: number; next: number } {
  let line = start;
  while (line < limit) {
    const found = text.indexOf('\n', line);
    const lineEnd = found < 0 || found > limit ? limit : found;
    const content = text.slice(line, lineEnd);
    if ((stripTabs ? content.replace(/^\t+/, '') : content) === delimiter)
      return { end: line, next: Math.min(lineEnd + 1, limit) };
    line = lineEnd + 1;
  }
  return { end: limit, next: limit };
}
