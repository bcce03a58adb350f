import { parseXml as parse, XmlElement as ParsedElement, XmlError, XmlText } from '@rgrove/parse-xml';

/** An element of a document without its children: a name, attributes, its own text, and its place, tags included. */
interface XmlPart {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Decoded; of an element with children what stands between them. Comments and declarations are left out. */
  readonly text: string;
  /** Offsets in UTF-16 code units, of a text whose line ends are `\n`. */
  readonly start: number;
  readonly end: number;
}

/** What a document may have at most. */
interface XmlLimits {
  /** UTF-16 code units. */
  readonly length: number;
  /** `<` characters: an element has one or two. */
  readonly tags?: number;
  /** Elements around an element. */
  readonly depth: number;
}

interface XmlProblem {
  /** A sentence. */
  readonly problem: string;
  /** An offset. */
  readonly at: number;
}

/**
 * Parses a document of XML 1.0, or of the 1.1 that Jenkins writes. Document types are ignored, and entities other than the five
 * of XML are problems, so nothing is expanded, and nothing outside of the text is read.
 * @param build makes the result for an element of those for its children
 */
export function parseXml<Built>(
  xml: string,
  limits: XmlLimits,
  build: (part: XmlPart, children: readonly Built[]) => Built,
): { readonly root: Built } | XmlProblem {
  if (xml.length > limits.length)
    return { problem: `The file is larger than the limit of ${limits.length / 1024 / 1024} MB.`, at: 0 };
  if (limits.tags !== undefined && hasMore('<', limits.tags, xml))
    return { problem: 'The file has too many elements.', at: 0 };
  const hidden = hideControls(xml);
  const shown = (text: string) => (hidden === xml ? text : showControls(text));
  const convert = (element: ParsedElement, depth: number): Built => {
    if (depth > limits.depth) throw new RangeError('nested');
    const children = element.children.filter((child) => child instanceof ParsedElement);
    const texts = element.children.map((child) => (child instanceof XmlText ? child.text : ''));
    const part = {
      name: element.name,
      attributes: Object.fromEntries(Object.entries(element.attributes).map(([name, value]) => [name, shown(value)])),
      text: shown(texts.join('')),
      start: element.start,
      // The library has no finite end for an element at the end of a text with characters outside of ASCII.
      end: Number.isFinite(element.end) ? element.end : xml.length,
    };
    return build(
      part,
      children.map((child) => convert(child, depth + 1)),
    );
  };
  try {
    const { root } = parse(hidden, { includeOffsets: true });
    return root === null ? { problem: 'The file has no root element.', at: 0 } : { root: convert(root, 0) };
  } catch (error) {
    if (error instanceof XmlError)
      return { problem: `The XML is invalid: ${error.message.split('\n')[0]}.`, at: error.pos };
    if (error instanceof RangeError) return { problem: 'The elements are nested too deeply.', at: 0 };
    throw error;
  }
}

function hasMore(character: string, limit: number, text: string): boolean {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1 && count <= limit; at = text.indexOf(character, at + 1)) count++;
  return count > limit;
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
