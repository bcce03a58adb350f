/** How an `echo` or `printf %b` reads backslashes. */
interface Echo {
  /** Whether an octal number needs no leading zero. */
  readonly hasBareOctal: boolean;
  /** Whether `\x41`, `\u20ac` and `\E` have a meaning. */
  readonly hasHex: boolean;
  readonly hasEscape: boolean;
}

const both = [true, false];
/** Includes dash, bash, zsh and BusyBox, in their versions. */
const echoes: readonly Echo[] = both.flatMap((hasBareOctal) =>
  both.flatMap((hasHex) => both.map((hasEscape) => ({ hasBareOctal, hasHex, hasEscape }))),
);

/**
 * The output of a shell's `echo` for a text with backslashes, without the final line break: `echo "$S"` in dash, which
 * is `sh` on many systems, `echo -e` and `printf %b`. Empty for other texts.
 */
export function* echoedTexts(text: string): Generator<string> {
  if (!text.includes('\\')) return;
  const known = new Set([text]);
  for (const echo of echoes) {
    const printed = echoed(text, echo);
    if (!known.has(printed)) yield printed;
    known.add(printed);
  }
}

const anyEscape =
  /\\(?:0(?<zero>[0-7]{0,3})|(?<octal>[1-7][0-7]{0,2})|x(?<byte>[\dA-Fa-f]{1,2})|u(?<unit>[\dA-Fa-f]{1,4})|U(?<point>[\dA-Fa-f]{1,8})|(?<letter>.))/gs;

function echoed(text: string, echo: Echo): string {
  // One character for each byte, because numbers are bytes, which can form characters together.
  const bytes = Buffer.from(text.slice(0, endOf(text))).toString('latin1');
  const printed = bytes.replace(
    anyEscape,
    (found: string, ...rest: unknown[]) => meaning(found, rest.at(-1) as Groups, echo), // the last argument, because the pattern has named groups
  );
  return Buffer.from(printed, 'latin1').toString();
}

/** Where `\c` ends the output. */
function endOf(text: string): number {
  const end = /(?<!\\)(?:\\\\)*\\c/.exec(text);
  return end === null ? text.length : end.index + end[0].length - 2;
}

type Groups = Readonly<Record<string, string | undefined>>;

function meaning(found: string, { zero, octal, byte, unit, point, letter }: Groups, echo: Echo): string {
  if (zero !== undefined) return byteOf(Number.parseInt(`0${zero}`, 8));
  if (octal !== undefined) return echo.hasBareOctal ? byteOf(Number.parseInt(octal, 8)) : found;
  if (letter !== undefined) return letters[letter] ?? (isEscape(letter, echo) ? '\u001b' : found);
  if (!echo.hasHex) return found;
  return byte === undefined
    ? characterOf(Number.parseInt(unit ?? point ?? '', 16), found)
    : byteOf(Number.parseInt(byte, 16));
}

function isEscape(letter: string, { hasEscape, hasHex }: Echo): boolean {
  return letter === 'e' ? hasEscape : letter === 'E' && hasHex;
}

const letters: Readonly<Record<string, string>> = {
  '\\': '\\',
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\u000b',
};

function byteOf(number: number): string {
  return String.fromCharCode(number & 0xff);
}

/** The bytes of a character. */
function characterOf(code: number, found: string): string {
  return code <= 0x10_ffff ? Buffer.from(String.fromCodePoint(code)).toString('latin1') : found;
}
