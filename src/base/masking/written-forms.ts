import { markupForms } from './markup-forms.ts';

/** Encodes a string the way a tool prints it. */
type Form = (text: string) => string;

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

const same: Form = (text) => text;
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

/** The bytes of ISO 8859-1, as a log in UTF-8 shows them. */
const latinForm: Form = (text) =>
  [...text].some((character) => character > '\u00ff') ? text : Buffer.from(text, 'latin1').toString();

/** The forms in which tools print a string, besides base64. */
export const writtenForms: readonly Form[] = [
  ...jsonForms,
  ...literalForms,
  ...shellForms,
  ...urlForms,
  ...markupForms,
  latinForm,
];
