import { jsonProblem } from '../../base/problem/json-problem.ts';
import type { ProblemCode } from '../../base/problem/problem-catalogue.ts';
import type { SourceRange, TextRange } from '../../base/problem/problem.ts';
import { firstAtLeast } from '../../base/text/sorted-index.ts';
import { utf8Size } from '../../base/text/utf8-size.ts';
import { composeYaml, type TooComplex } from './compose-yaml.ts';
import { DocumentPlaces } from './document-places.ts';
import type { FlowDocument, FlowSource, LocatedProblem } from './flow-document.ts';
import type { FlowLimits } from './flow-limits.ts';
import { plainValue } from './plain-value.ts';

export interface ParsedFlowDocument {
  /** Undefined if the text cannot be read as a document; `problems` then has the reason and nothing else. */
  readonly document?: FlowDocument;
  readonly problems: readonly LocatedProblem[];
  /** Lines and columns of the text; undefined for JSON. */
  readonly sourceRange: FlowDocument['sourceRange'];
}

/**
 * Parses the text of a flow. There is no document after a `yaml-syntax` or `yaml-too-complex` problem; any other
 * problem accompanies what could be read.
 */
export function parseFlowDocument(source: FlowSource, limits: FlowLimits): ParsedFlowDocument {
  const text = source.format === 'json' ? onOneLine(source.text) : withoutByteOrderMark(source.text);
  const lines = new SourceLines(text);
  const sourceRange = (range: TextRange) => (source.format === 'json' ? undefined : lines.range(range));
  const reject = (problems: readonly LocatedProblem[]): ParsedFlowDocument => ({ problems, sourceRange });

  const rejection = tooLarge(text, limits) ?? (source.format === 'json' ? syntaxProblem(source.text) : undefined);
  if (rejection !== undefined) return reject([rejection]);

  const composed = composeYaml(text, limits, source.noun);
  const squeezed =
    composed.kind === 'syntax' || (composed.kind === 'tree' && composed.contents === null)
      ? squeezedAdvice(text)
      : undefined;
  if (squeezed !== undefined) return reject([problem('yaml-syntax', squeezed, { start: 0, end: 1 })]);
  if (composed.kind === 'syntax')
    return reject(composed.problems.map(({ message, range }) => problem('yaml-syntax', message, range)));
  if (composed.kind !== 'tree') return reject([tooComplex(composed, limits, source.noun)]);

  const { value, problems, targets, broken } = plainValue(text, composed.contents, limits);
  if (broken) return reject(problems);
  const places = new DocumentPlaces(text, composed.contents, targets);
  const document: FlowDocument = {
    value,
    locate: (place) => places.locate(place),
    sourceRange,
    sourceText: (path) => places.sourceText(path),
  };
  return { document, problems, sourceRange };
}

function problem(code: ProblemCode, message: string, source: TextRange): LocatedProblem {
  return { problem: { code, message, path: [] }, source };
}

/**
 * Advice for a text that is a flow without its line breaks; undefined for any other text. `curl -d @flow.yaml` removes
 * line breaks, even the one after a comment, which then is the whole document.
 */
function squeezedAdvice(text: string): string | undefined {
  const isOneLine = !/[\r\n]./s.test(text);
  if (!isOneLine || !/(?:id|namespace): .*tasks:\s*-\s/.test(text)) return undefined;
  return 'The text has no line breaks, but YAML needs them. If you send it with curl, use --data-binary @flow.yaml: -d removes line breaks.';
}

function tooComplex({ kind, offset }: TooComplex, { yamlDepth, yamlNodes }: FlowLimits, noun = 'flow'): LocatedProblem {
  const message =
    kind === 'too-deep'
      ? `The document is nested too deeply; the maximum is ${yamlDepth} levels.`
      : `The document has too many keys and values; the maximum is ${yamlNodes}. Split it into several ${noun}s.`;
  return problem('yaml-too-complex', message, { start: offset, end: offset });
}

function tooLarge(text: string, { flowBytes }: FlowLimits): LocatedProblem | undefined {
  const bytes = utf8Size(text);
  if (bytes <= flowBytes) return undefined;
  return problem('yaml-too-complex', `The document is ${bytes} bytes long; the maximum is ${flowBytes}.`, {
    start: 0,
    end: 0,
  });
}

/**
 * The problem of a text that is not JSON. Valid JSON is then read as YAML, which also checks duplicate keys and depth.
 */
function syntaxProblem(text: string): LocatedProblem | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return problem('yaml-syntax', `The text is not valid JSON: ${jsonProblem(text, error)}.`, { start: 0, end: 0 });
  }
}

/** Puts JSON on one line: line ends and tabs occur only between tokens, where YAML has rules about them. */
export function onOneLine(text: string): string {
  return withoutByteOrderMark(text).replaceAll(/[\t\r\n]/g, ' ');
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Turns offsets into lines and columns. Finds the line ends on first use, because most documents have no problems. */
class SourceLines {
  readonly #text: string;
  #starts: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  range({ start, end }: TextRange): SourceRange {
    const from = this.#position(start);
    const to = this.#position(end);
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  #position(offset: number): { line: number; column: number } {
    this.#starts ??= lineStarts(this.#text);
    const line = firstAtLeast(this.#starts, offset + 1);
    return { line, column: offset - this.#starts[line - 1]! + 1 }; // the first line starts at 0
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}
