/** Encodes a string the way a tool prints it. */
type Form = (text: string) => string;

// Jenkins does not mask shorter strings either; masking every "a" would make a log unreadable.
const minPartLength = 3;

// For strings longer than this, and once the forms of a secret exceed the second limit, only `mainForms` are used.
const maxRareLength = 8192;
const maxRareTotal = 256 * 1024;

/**
 * The strings to mask for one secret: its value, each of its lines with and without surrounding whitespace, and the
 * forms in which tools print them. Forms of forms are not covered, such as JSON in the output of `set -x`.
 * @param secret without lone surrogates
 * @returns distinct strings of at least three characters, in no particular order
 */
export function secretForms(secret: string): ReadonlySet<string> {
  const lines = secret.split(/\r?\n/);
  const parts = [...new Set([secret, ...lines, ...lines.map((line) => line.trim())])].filter(
    (part) => part.length >= minPartLength,
  );
  const forms = new Set(parts);
  for (const part of parts) for (const form of mainForms) forms.add(form(part));
  let total = 0;
  for (const formsOf of rareForms) {
    for (const part of parts.filter(({ length }) => length <= maxRareLength)) {
      for (const text of formsOf(part)) {
        if (forms.has(text)) continue;
        total += text.length;
        if (total > maxRareTotal) return forms;
        forms.add(text);
      }
    }
  }
  return forms;
}

/** How a string literal encodes characters, without the surrounding quotes. */
interface Literal {
  /** Characters escaped with a backslash, besides the backslash itself. */
  readonly quoted?: string;
  /** Control characters written as a backslash and a letter: each character followed by its letter. */
  readonly letters: string;
  readonly control: (code: number) => string;
  /** Encodes non-ASCII characters; unchanged by default. */
  readonly wide?: (character: string) => string;
  /** ASCII characters that are also written as a number. */
  readonly numbered?: { readonly characters: string; readonly write: (code: number) => string };
}

function literal({ quoted = '', letters, control, wide = same, numbered }: Literal): Form {
  return (text) =>
    // oxlint-disable-next-line no-control-regex -- it replaces control characters
    text.replace(/[\u0000-\u001f\u007f]|[!-/:-@[-`{-~]|[^\u0000-\u007f]+/g, (found) => {
      if (found > '\u007f') return wide(found);
      const code = found.charCodeAt(0);
      if (code >= 0x20 && code < 0x7f) {
        if (numbered?.characters.includes(found) === true) return numbered.write(code);
        return found === '\\' || quoted.includes(found) ? `\\${found}` : found;
      }
      const letter = letters.indexOf(found);
      return letter < 0 ? control(code) : `\\${letters[letter + 1]}`;
    });
}

const same = (text: string): string => text;
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const lowerUnit = (code: number): string => `\\u${hex(code, 4)}`;
const upperUnit = (code: number): string => `\\u${hex(code, 4).toUpperCase()}`;
const lowerByte = (code: number): string => `\\x${hex(code, 2)}`;
const upperByte = (code: number): string => `\\x${hex(code, 2).toUpperCase()}`;
const octalByte = (code: number): string => `\\${code.toString(8).padStart(3, '0')}`;
const eachUnit = (write: (code: number) => string) => (text: string) =>
  Array.from({ length: text.length }, (_, index) => write(text.charCodeAt(index))).join('');
const eachByte = (write: (code: number) => string) => (text: string) => [...Buffer.from(text)].map(write).join('');

/** Encodes non-ASCII characters as Python's `ascii` does. */
function pythonCharacters(text: string): string {
  return [...text]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      return code <= 0xff ? lowerByte(code) : code <= 0xffff ? lowerUnit(code) : `\\U${hex(code, 8)}`;
    })
    .join('');
}

const jsonLetters = '\bb\ff\nn\rr\tt';
const jsonWide = [same, eachUnit(lowerUnit), eachUnit(upperUnit)];
const json = {
  quoted: '"',
  letters: jsonLetters,
  control: (code: number): string => (code === 0x7f ? '\u007f' : lowerUnit(code)),
};

const jsonForms: readonly Form[] = [
  // jq writes U+007F as a number, and JavaScript does not.
  ...jsonWide.flatMap((wide) => [
    literal({ ...json, wide }),
    literal({ ...json, wide, quoted: '"/' }),
    literal({ ...json, wide, control: lowerUnit }),
  ]),
  // Go and Gson, and .NET: characters with a meaning in HTML are escaped.
  literal({ ...json, numbered: { characters: '<>&', write: lowerUnit } }),
  literal({ ...json, numbered: { characters: `<>&='`, write: lowerUnit } }),
  literal({
    ...json,
    control: upperUnit,
    wide: eachUnit(upperUnit),
    numbered: { characters: '<>&\'"+`', write: upperUnit },
  }),
];

const pythonLetters = '\nn\rr\tt';
const goLetters = '\u0007a\bb\ff\nn\rr\tt\u000bv';
const bashLetters = `${goLetters}\u001bE`;
const escapedQuotes = ['', "'", '"']; // which quotes are escaped depends on the whole string, which may contain more than the secret

const literalForms: readonly Form[] = escapedQuotes.flatMap((quoted) => [
  ...[same, pythonCharacters, eachByte(lowerByte)].map((wide) =>
    literal({ quoted, letters: pythonLetters, control: lowerByte, wide }),
  ),
  literal({ quoted, letters: jsonLetters, control: upperByte }), // console.log in Node.js
  literal({ quoted, letters: goLetters, control: lowerByte }), // %q in Go
  literal({ quoted, letters: '', control: (code) => String.fromCharCode(code) }), // '...' in Perl and PHP
]);

const shellForms: readonly Form[] = [
  // $'...' of bash, in a locale with UTF-8 and without.
  literal({ quoted: "'", letters: bashLetters, control: octalByte }),
  literal({ quoted: "'", letters: bashLetters, control: octalByte, wide: eachByte(octalByte) }),
  // printf %q
  (text) => text.replace(/[\s'"\\|&;()<>!{}*[\]?^$`,]|^[#~]|(?<=[:=])~/g, '\\$&'),
  // set -x and ${name@Q} in bash; Python's shlex.quote; set -x in dash, which groups consecutive quotes
  (text) => text.replaceAll("'", `'\\''`),
  (text) => text.replaceAll("'", `'"'"'`),
  (text) => text.replace(/'+/g, `'"$&"'`),
  // declare -p
  (text) => text.replace(/["\\$`]/g, '\\$&'),
];

// Characters left unchanged besides letters and digits: in percent-encoding, and in forms, where + stands for a space.
const percentSafe = ["-_.!~*'()", '-_.~', '-_.~/', "-_.!~*'();,/?:@&=+$#", '-_.~$&+=:@'];
const formSafe = ['-_.*', '-_.~', '-_.', '-_.!*()'];

const urlForms: readonly Form[] = [false, true].flatMap((isLower) => [
  ...percentSafe.map((safe) => percentForm(safe, isLower)),
  ...formSafe.map((safe) => percentForm(safe, isLower, '+')),
]);

function percentForm(safe: string, isLower: boolean, space = '%20'): Form {
  const write = (byte: number): string => {
    const character = String.fromCharCode(byte);
    if (character === ' ') return space;
    if (byte < 0x80 && safe.includes(character)) return character;
    return `%${isLower ? hex(byte, 2) : hex(byte, 2).toUpperCase()}`;
  };
  return (text) => text.replace(/[^A-Za-z0-9]+/g, eachByte(write));
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

// The columns after which tools break base64: `base64` of GNU, `openssl base64`.
const base64Widths = [76, 64];

const mainForms: readonly Form[] = [
  (text) => JSON.stringify(text).slice(1, -1),
  encodeURIComponent,
  base64,
  ...base64Widths.map(
    (width): Form =>
      (text) =>
        brokenText(base64(text), width, width),
  ),
];
const writtenForms: readonly Form[] = [...jsonForms, ...literalForms, ...shellForms, ...urlForms];

/** All of one kind come before those of the next: the last are the most, and would leave no room for the others. */
const rareForms: readonly ((text: string) => readonly string[])[] = [
  (text) => writtenForms.map((form) => form(text)),
  (text) => base64Parts(text).flatMap(({ part }) => [part, part.replaceAll('+', '-').replaceAll('/', '_')]),
  (text) => base64Parts(text).flatMap(brokenParts),
];

// Shorter strings in the base64 alphabet are ordinary words.
const minBase64Length = 6;

interface Base64Part {
  readonly part: string;
  /** The position of its first character among the four that encode three bytes. */
  readonly start: number;
}

/**
 * The part of the base64 of a longer string, such as `user:secret`, that depends on the secret alone, for each of the
 * three positions at which the secret can begin.
 */
function base64Parts(text: string): Base64Part[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const start = Math.ceil((before * 8) / 6);
    const part = encoded.slice(start, Math.floor(((before + bytes.length) * 8) / 6));
    return part.length < minBase64Length ? [] : [{ part, start }];
  });
}

/** A part that a tool has broken into lines, for each column at which it can begin. */
function brokenParts({ part, start }: Base64Part): string[] {
  return base64Widths.flatMap((width) => {
    const firstLines: number[] = [];
    for (let length = 4 - start; length <= width && length < part.length; length += 4) firstLines.push(length);
    return firstLines.map((length) => brokenText(part, length, width));
  });
}

/** A text in lines, the first of which has a length of its own. */
function brokenText(text: string, firstLine: number, width: number): string {
  const lines = [text.slice(0, firstLine)];
  for (let at = firstLine; at < text.length; at += width) lines.push(text.slice(at, at + width));
  return lines.join('\n');
}
