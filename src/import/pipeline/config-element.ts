import { parseXml } from '../../base/text/parse-xml.ts';
import { callAt } from '../groovy/make-tree.ts';
import type { Call, Span, SyntaxProblem } from '../groovy/syntax.ts';

/** An element of a `config.xml`. Its span includes its tags. */
export interface ConfigElement extends Span {
  /** The name or class that Jenkins knows, without XStream's escapes: `hudson.plugins.build_timeout.BuildTimeoutWrapper`. */
  readonly name: string;
  /** The attribute `class`, if it has one. */
  readonly className?: string;
  readonly children: readonly ConfigElement[];
  /** The text of a leaf, as Jenkins has it in memory; of other elements what stands between the children. */
  readonly text: string;
}

/** Jenkins itself writes files of a few hundred KB at most. */
const limits = { length: 10 * 1024 * 1024, depth: 200 };

/** Parses a `config.xml`. Offsets are places in the text as {@link normalizeXml} returns it. */
export function parseConfigXml(xml: string): ConfigElement | SyntaxProblem {
  const parsed = parseXml<ConfigElement>(xml, limits, ({ name, attributes, text, start, end }, children) => {
    const className = attributes['class'];
    return { name: unescapeName(name), ...(className !== undefined && { className }), children, text, start, end };
  });
  return 'problem' in parsed ? { message: parsed.problem, start: parsed.at, end: parsed.at } : parsed.root;
}

/** The text that offsets count in: without a byte order mark and with `\n` as the only line end. */
export function normalizeXml(xml: string): string {
  return xml.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
}

/** XStream writes `_` as `__`, and `$` as `_-`. */
function unescapeName(name: string): string {
  return name.replaceAll(/__|_-/g, (escape) => (escape === '__' ? '_' : '$'));
}

/** The name as in `$class: 'Shell'`: `Shell` for `hudson.tasks.Shell`. */
export function simpleName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
}

/** The first child of this name. */
export function childOf(element: ConfigElement | undefined, name: string): ConfigElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** The text at the end of a path of names, without the blanks around it; undefined if it is empty or absent. */
export function textAt(element: ConfigElement | undefined, ...names: readonly string[]): string | undefined {
  const found = names.reduce(childOf, element);
  const text = found?.text.trim();
  return text === '' ? undefined : text;
}

/** What has no counterpart in a pipeline: a call with the name of the class, and the values in it as arguments. */
export function unknownCall(element: ConfigElement): Call {
  const name = simpleName(element.className ?? element.name).replaceAll(/\W/g, '_');
  const leaves = element.children.filter(({ children, text }) => children.length === 0 && text.trim() !== '');
  return callAt(element, name, Object.fromEntries(leaves.map((leaf) => [leaf.name, plainValue(leaf)])));
}

function plainValue({ text }: ConfigElement): string | boolean {
  const trimmed = text.trim();
  return trimmed === 'true' || trimmed === 'false' ? trimmed === 'true' : text;
}
