type Form = (text: string) => string;

/** How a tool writes characters that have a meaning in XML or HTML. */
type Entities = Readonly<Record<string, string>>;

const xml: Entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const double = { '"': '&quot;' };

const entities: readonly Entities[] = [
  { '&': '&amp;', '<': '&lt;' }, // text in some writers
  { '&': '&amp;', '<': '&lt;', '"': '&quot;' },
  xml, // text
  { ...xml, ...double }, // attributes; PHP, until version 8
  { ...xml, ...double, "'": '&apos;' },
  { ...xml, ...double, "'": '&#39;' }, // jq, lodash, Ruby
  { ...xml, ...double, "'": '&#039;' }, // PHP
  { ...xml, ...double, "'": '&#x27;' }, // Python, React
  { ...xml, ...double, "'": '&#x27;', '/': '&#x2F;' },
  { ...xml, ...double, "'": '&#x27;', '`': '&#x60;', '=': '&#x3D;' }, // Handlebars
  { ...xml, ...double, "'": '&#39;', '/': '&#x2F;', '`': '&#x60;', '=': '&#x3D;' }, // Mustache
  { ...xml, '"': '&#34;', "'": '&#39;' }, // Go
];

/** Characters that are written as numbers in addition. */
const numbers: readonly (readonly [RegExp, (code: number) => string])[] = [
  [/[\t\n\r]/g, decimal], // in attributes
  [/[\t\n\r]/g, (code) => `&#x${code.toString(16).toUpperCase()};`],
  [/[\t\n\r]/g, (code) => `&#x${code.toString(16)};`],
  [/[^\n\r\t -~]/gu, decimal],
  [/[^\n\r\t -~]/gu, (code) => `&#x${code.toString(16)};`],
  [/[^\n\r\t -~]/gu, (code) => `&#x${code.toString(16).toUpperCase()};`],
];

function decimal(code: number): string {
  return `&#${code};`;
}

function entityForm(names: Entities): Form {
  return (text) => text.replace(/[&<>"'/`=]/g, (character) => names[character] ?? character);
}

function numbered(form: Form, characters: RegExp, write: (code: number) => string): Form {
  return (text) => form(text).replace(characters, (character) => write(character.codePointAt(0) ?? 0));
}

const entityForms = entities.map(entityForm);

/** Line breaks in MySQL. */
const mySqlLetters: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r' };

const doubledQuotes: Form = (text) => text.replaceAll("'", "''");
const doubledDoubleQuotes: Form = (text) => text.replaceAll('"', '""');

/** The forms of XML, Python, SQL and CSV. */
export const commonMarkupForms: readonly Form[] = [
  entityForm(xml),
  entityForm({ ...xml, ...double }),
  entityForm({ ...xml, ...double, "'": '&#x27;' }),
  entityForm({ ...xml, ...double, "'": '&#39;' }),
  doubledQuotes,
  doubledDoubleQuotes,
];

/** The forms in which a string is part of XML, HTML, SQL and CSV. */
export const markupForms: readonly Form[] = [
  ...entityForms,
  ...entityForms.flatMap((form) => numbers.map(([characters, write]) => numbered(form, characters, write))),
  doubledQuotes, // SQL, YAML
  doubledDoubleQuotes, // CSV, identifiers of SQL
  (text) => text.replaceAll('`', '``'),
  (text) => text.replaceAll("'", "''").replaceAll('\\', '\\\\'), // E'...' of PostgreSQL
  (text) => text.replace(/["'\\]/g, '\\$&'),
  (text) => text.replace(/["'\\\n\r]/g, (character) => `\\${mySqlLetters[character] ?? character}`),
  (text) => text.replace(/[\\'"%_\n\r]/g, (character) => `\\${mySqlLetters[character] ?? character}`), // LIKE
];
