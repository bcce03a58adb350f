/** One document of a YAML stream. */
export interface StreamDocument {
  readonly text: string;
  /** The line of the stream on which it begins, from 1. */
  readonly line: number;
  /** Whether the exported source was sent as JSON. */
  readonly isJson: boolean;
}

/*
 * What a marker of an export says of the document behind it, where the marker alone would not give it back byte for
 * byte: `--- # flowgate: 3 lines, JSON, no line break at the end`. A comment to every other reader of YAML.
 */
const note = /^(?:---|\.\.\.) # flowgate: (?:(\d{1,7}) lines)?(?:, )?(JSON)?(?:, )?(no line break at the end)?\s*$/;

/**
 * Cuts a YAML stream into its documents without changing a byte of them. A line that begins with `---` or `...` is a
 * marker wherever it stands, also inside a text (YAML 1.2.2, section 9.1.2). Documents without content are left out.
 */
export function splitYamlStream(stream: string): StreamDocument[] {
  const documents: StreamDocument[] = [];
  const streamLines = stream.split(/(?<=\n)/);
  let lines: string[] = [];
  let firstLine = 1;
  let kept: KeptBytes = noNote;
  const finish = (nextLine: number, next: KeptBytes = noNote) => {
    if (lines.some(isContent)) documents.push({ text: kept.isWithoutBreak ? lines.join('').replace(/\r?\n$/, '') : lines.join(''), line: firstLine, isJson: kept.isJson });
    lines = [];
    firstLine = nextLine;
    kept = next;
  };
  for (let index = 0; index < streamLines.length; index += 1) {
    const line = streamLines[index] ?? '';
    const noted = readNote(line);
    if (noted !== undefined) {
      finish(index + 2, noted);
      lines = streamLines.slice(index + 1, index + 1 + noted.lines);
      index += noted.lines;
    } else if (/^\.\.\.(\s|$)/.test(line)) {
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

interface KeptBytes {
  /** How many lines belong to the document whatever they hold; 0 where markers tell. */
  readonly lines: number;
  readonly isJson: boolean;
  readonly isWithoutBreak: boolean;
}

const noNote: KeptBytes = { lines: 0, isJson: false, isWithoutBreak: false };

function readNote(line: string): KeptBytes | undefined {
  const match = note.exec(line);
  return match === null ? undefined : { lines: Number(match[1] ?? 0), isJson: match[2] !== undefined, isWithoutBreak: match[3] !== undefined };
}

function isText(line: string): boolean {
  return line.trim() !== '';
}

function isContent(line: string): boolean {
  const text = line.replace(/^---(?=\s|$)/, '').trim();
  return text !== '' && !text.startsWith('#') && !text.startsWith('%');
}

/** Makes one YAML stream of documents, such that `splitYamlStream` gives back each byte of them. */
export function joinYamlDocument(text: string, isJson = false): string {
  const ownStart = /^(?:[ \t]*(?:#.*)?\r?\n)*(?:---(?:\s|$)|%)/.test(text);
  const marker = ownStart ? '...' : '---';
  const isWithoutBreak = !text.endsWith('\n');
  const body = isWithoutBreak ? `${text}\n` : text;
  const words = [isJson && 'JSON', isWithoutBreak && 'no line break at the end'].filter((word) => word !== false);
  const joined = `${marker}${words.length === 0 ? '' : ` # flowgate: ${words.join(', ')}`}\n${body}`;
  // What follows begins with a marker; it must not become a part of the document, nor the document a part of it.
  const [first, ...others] = splitYamlStream(`${joined}---\nnext: 1\n`);
  if (first?.text === text && others.length === 1) return joined;
  const lines = body.split(/(?<=\n)/).length;
  return `${marker} # flowgate: ${[`${lines} lines`, ...words].join(', ')}\n${body}`;
}
