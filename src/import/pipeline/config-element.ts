import { parseXml, XmlElement, XmlError, XmlText, type XmlNode } from '@rgrove/parse-xml';
import type { Span, SyntaxProblem } from '../groovy/syntax.ts';

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

/** In UTF-16 code units. Jenkins itself writes files of a few hundred KB at most. */
const maxLength = 10 * 1024 * 1024;
const maxDepth = 200;

/**
 * Parses a `config.xml`. Offsets are places in the text as {@link normalizeXml} returns it. Document types are ignored and
 * entities other than the five of XML are errors, so nothing outside the text is read.
 */
export function parseConfigXml(xml: string): ConfigElement | SyntaxProblem {
  const problem = (message: string, start = 0): SyntaxProblem => ({ message, start, end: start });
  if (xml.length > maxLength) return problem(`The file is larger than the limit of ${maxLength / 1024 / 1024} MB.`);
  try {
    const { root } = parseXml(hideControls(xml), { includeOffsets: true });
    return root === null ? problem('The file has no root element.') : convert(root, xml.length, 0);
  } catch (error) {
    if (error instanceof XmlError) return problem(`The XML is invalid: ${error.message.split('\n')[0]}.`, error.pos);
    if (error instanceof RangeError) return problem('The elements are nested too deeply.');
    throw error;
  }
}

/** The text that offsets count in: without a byte order mark and with `\n` as the only line end. */
export function normalizeXml(xml: string): string {
  return xml.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
}

function convert(element: XmlElement, length: number, depth: number): ConfigElement {
  if (depth > maxDepth) throw new RangeError('nested');
  const className = element.attributes['class'];
  return {
    name: unescapeName(element.name),
    ...(className !== undefined && { className }),
    children: element.children.filter(isElement).map((child) => convert(child, length, depth + 1)),
    text: showControls(element.children.map((child) => (child instanceof XmlText ? child.text : '')).join('')),
    start: element.start,
    // The library has no end for an element at the end of a text with characters outside of ASCII.
    end: Number.isNaN(element.end) ? length : element.end,
  };
}

function isElement(node: XmlNode): node is XmlElement {
  return node instanceof XmlElement;
}

/** XStream writes `_` as `__`, and `$` as `_-`. */
function unescapeName(name: string): string {
  return name.replaceAll(/__|_-/g, (escape) => (escape === '__' ? '_' : '$'));
}

// Jenkins writes XML 1.1, where `&#x1b;` is allowed; the library reads 1.0. Private characters of the same length stand
// for such references while it reads: the first for the character, the others to fill.
const firstPrivate = 0xe000;
const filler = '\uE0FF';

function hideControls(xml: string): string {
  return xml.replaceAll(/&#(?:x([\da-fA-F]{1,4})|(\d{1,5}));/g, (reference, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (code >= 0x20 || code === 0x9 || code === 0xa || code === 0xd) return reference;
    return String.fromCharCode(firstPrivate + code) + filler.repeat(reference.length - 1);
  });
}

function showControls(text: string): string {
  return text.replaceAll(/([\uE000-\uE01F])\uE0FF+/g, (_, character: string) =>
    String.fromCharCode(character.charCodeAt(0) - firstPrivate),
  );
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
