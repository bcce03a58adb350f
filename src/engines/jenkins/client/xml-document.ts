import { parseXml as parse } from '../../../base/text/parse-xml.ts';

/** An element of an XML document. Comments, declarations and whitespace between elements are dropped. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, decoded; for an element with children only the whitespace around them. */
  readonly text: string;
}

/**
 * Creates an element for `printXml`; content is text or children. A character that XML 1.0 does not allow becomes
 * U+FFFD.
 */
export function element(
  name: string,
  content: string | readonly XmlElement[],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement {
  if (typeof content !== 'string') return { name, attributes, children: content, text: '' };
  return {
    name,
    attributes,
    children: [],
    text: content.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd'),
  };
}

/** Prints a document as XML 1.0: Jenkins would read XML 1.1 with the parser that damages long texts. */
export function printXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${print(root)}\n`;
}

/** A job of Flowgate has some hundred elements; each takes its time. */
const limits = { length: 64 * 1024 * 1024, tags: 40_000, depth: 100 };

/** Parses XML written by Jenkins. Undefined if the text is no XML, or has too many elements. */
export function parseXml(text: string): XmlElement | undefined {
  const parsed = parse<XmlElement>(text, limits, ({ name, attributes, text: own }, children) => ({
    name,
    attributes,
    children,
    text: own,
  }));
  return 'problem' in parsed ? undefined : parsed.root;
}

/** The first child with a name. */
export function childOf(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return parent?.children.find((child) => child.name === name);
}

// `]` is written as a reference for the reason given at `scriptText`, a carriage return so that it is preserved.
const special = /[&<>"\]\r]/g;
/** In an attribute, a parser also takes a line feed or a tab for a blank. */
const specialInAttributes = /[&<>"\]\r\n\t]/g;

function encode(text: string, characters: RegExp): string {
  return text.replace(characters, (character) => `&#${character.charCodeAt(0)};`);
}

function print({ name, attributes, children, text }: XmlElement): string {
  const head = [
    name,
    ...Object.entries(attributes).map(([key, value]) => `${key}="${encode(value, specialInAttributes)}"`),
  ].join(' ');
  return `<${head}>${children.length === 0 ? encode(text, special) : children.map(print).join('\n')}</${name}>`;
}
