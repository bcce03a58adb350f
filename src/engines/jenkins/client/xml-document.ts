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

/** A job of Flowgate has some hundred; each takes its time. */
const maxElements = 20_000;
/** What walks through a document is recursive. */
const maxDepth = 100;

/**
 * Parses XML written by Jenkins; not for untrusted XML, because it does not support document types.
 * Undefined if the text is not such a document, or has too many elements.
 */
export function parseXml(text: string): XmlElement | undefined {
  const root = draft('', {});
  const open = [root];
  let [end, count] = [0, 0];
  for (const token of text.matchAll(tokens)) {
    if (token.index !== end || ++count > 2 * maxElements || open.length > maxDepth) return undefined;
    end += token[0].length;
    const { characters, data, closing, name, attributes, empty } = token.groups ?? {};
    const inside = open.at(-1) ?? root;
    if (characters !== undefined) inside.text += decode(characters);
    else if (data !== undefined) inside.text += data;
    else if (closing !== undefined) {
      if (open.length === 1 || open.pop()?.name !== closing) return undefined;
    } else if (name !== undefined) {
      const child = draft(name, readAttributes(attributes ?? ''));
      inside.children.push(child);
      if (empty !== '/') open.push(child);
    }
  }
  return end === text.length && open.length === 1 && root.children.length === 1 ? root.children[0] : undefined;
}

/** The first child with a name. */
export function childOf(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return parent?.children.find((child) => child.name === name);
}

interface DraftElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

function draft(name: string, attributes: Record<string, string>): DraftElement {
  return { name, attributes, children: [], text: '' };
}

const tokens =
  /<\?[^]*?\?>|<!--[^]*?-->|<!\[CDATA\[(?<data>[^]*?)\]\]>|<\/(?<closing>[^\s>]+)\s*>|<(?<name>[^\s/>!?]+)(?<attributes>(?:\s+[^\s=>]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(?<empty>\/?)>|(?<characters>[^<]+)/g;

function readAttributes(text: string): Record<string, string> {
  const found = [...text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  return Object.fromEntries(found.map(([, name = '', double, single = '']) => [name, decode(double ?? single)]));
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(
      /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-z]+));/g,
      (whole, hex: string | undefined, decimal: string | undefined, name = '') => {
        if (hex === undefined && decimal === undefined) return entities[name] ?? whole;
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    );
}

// `]` is written as a reference for the reason given at `scriptText`, a carriage return so that it is preserved.
function encode(text: string): string {
  return text.replace(/[&<>"\]\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function print({ name, attributes, children, text }: XmlElement): string {
  const head = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${encode(value)}"`)].join(' ');
  return `<${head}>${children.length === 0 ? encode(text) : children.map(print).join('\n')}</${name}>`;
}
