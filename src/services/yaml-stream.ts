/** One document of a YAML stream. */
export interface StreamDocument {
  readonly text: string;
  /** The line of the stream on which it begins, from 1. */
  readonly line: number;
}

/**
 * Cuts a YAML stream into its documents without changing a byte of them. A line that begins with `---` or `...` is a
 * marker wherever it stands, also inside a text (YAML 1.2.2, section 9.1.2). Documents without content are left out.
 */
export function splitYamlStream(stream: string): StreamDocument[] {
  const documents: StreamDocument[] = [];
  let lines: string[] = [];
  let firstLine = 1;
  const finish = (nextLine: number) => {
    if (lines.some(isContent)) documents.push({ text: lines.join(''), line: firstLine });
    lines = [];
    firstLine = nextLine;
  };
  for (const [index, line] of stream.split(/(?<=\n)/).entries()) {
    if (/^\.\.\.(\s|$)/.test(line)) {
      finish(index + 2);
    } else if (/^---(\s|$)/.test(line)) {
      if (lines.some(isContent)) finish(index + 1);
      // A bare marker only parts documents; with comments or directives before it, or content behind, it is part of one.
      if (lines.some(isText) || line.trim() !== '---') lines.push(line);
      else firstLine = index + 2;
    } else {
      lines.push(line);
    }
  }
  finish(0);
  return documents;
}

function isText(line: string): boolean {
  return line.trim() !== '';
}

function isContent(line: string): boolean {
  const text = line.replace(/^---(?=\s|$)/, '').trim();
  return text !== '' && !text.startsWith('#') && !text.startsWith('%');
}

/** Makes one YAML stream of documents, such that `splitYamlStream` gives them back. */
export function joinYamlDocument(text: string): string {
  const ownStart = /^(?:[ \t]*(?:#.*)?\r?\n)*(?:---(?:\s|$)|%)/.test(text);
  return `${ownStart ? '...' : '---'}\n${text}${text.endsWith('\n') ? '' : '\n'}`;
}
