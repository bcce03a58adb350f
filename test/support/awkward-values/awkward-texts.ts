/** A string that something between a caller and a task has mishandled, or might. */
export interface AwkwardText {
  readonly name: string;
  readonly text: string;
}

export type AwkwardGroup = keyof typeof awkwardTexts;

const kib = 1024;

/** Grouped by what they have in common, so that one that breaks a build does not hide the others. */
export const awkwardTexts = {
  ordinary: named({
    blank: ' ',
    'white space at the edges': ' \t a b \t ',
    'no-break spaces at the edges': '\u00a0a\u00a0',
    'the word for no choice': '(none)',
    'an option': '-n',
    'a format': '%s %d %% \\c',
    dollars: '$$ ${X} $X $1 ${HOME} $',
    'command substitution': '$(echo no) `echo no`',
    'single quote': "it's",
    'double quotes': 'say "hi"',
    'three single quotes': "a'''b",
    'three double quotes': 'a"""b',
    'curly quotes': '‘a’ “b” «c»',
    backslash: '\\',
    'backslash at the end': 'a\\',
    'backslash and letters': '\\n \\t \\0 \\\\ \\$ \\"',
    'Unicode escape': '\\u0041 \\x41 \\101',
    'end of CDATA': 'a]]>b',
    brackets: ']',
    'XML entities': '<a b="c">&amp; &#10; &lt; &</a>',
    braces: '{{ inputs.hold }} \\{{ x }} {{.Names}} ${{ x }}',
    JSON: '{"a": [1, 01, 1e3], }',
    'a word of YAML': 'null',
    'a number': '012',
    'a comment': '# no // /* */',
    globs: '* ? ~ [a-z] {a,b}',
    'end of a here-document': 'a\nEOF\nb',
    Japanese: '日本語',
    combining: 'e\u0301 a\u0328\u0301',
    'Turkish i': 'iıIİ',
    emoji: '🚀 👩‍👩‍👧 🇩🇪',
    'right to left': '\u200fאב \u202eabc\u202c \u2066x\u2069',
    'no width': 'a\u200bb\u200dc',
    'line feed': 'a\nb',
    'line feed at the end': 'a\n',
    'line feeds alone': '\n\n',
    'line feed at the start': '\na',
    tab: 'a\tb',
  }),
  empty: named({ empty: '' }),
  'line ends': named({
    'carriage return': 'a\rb',
    'carriage return at the end': 'a\r',
    'line end of Windows': 'a\r\nb',
    'line ends of Windows at the end': 'a\r\n\r\n',
    'all line ends': '\ra\nb\r\nc\n\rd',
  }),
  controls: named({
    'U+0001 to U+001F': characters(0x01, 0x1f),
    'U+0001': 'a\u0001b',
    bell: 'a\u0007b',
    backspace: 'a\bb',
    'vertical tab': 'a\vb',
    'form feed': 'a\fb',
    escape: '\u001b[31mred\u001b[0m',
    'U+001F': '\u001f',
    'U+007F': 'a\u007fb',
    'U+0080 to U+009F': characters(0x80, 0x9f),
  }),
  separators: named({
    'U+0085': 'a\u0085b',
    'U+2028': 'a\u2028b',
    'U+2029': 'a\u2029b',
    'U+2028 at the edges': '\u2028a\u2028',
    'U+FEFF': 'a\ufeffb',
    'U+FEFF at the start': '\ufeffa',
    'U+FFFD': 'a\ufffdb',
  }),
  noncharacters: named({
    'U+FFFE': 'a\ufffeb',
    'U+FFFF': 'a\uffffb',
    'U+FDD0': 'a\ufdd0b',
    'U+1FFFE': 'a\u{1fffe}b',
    'U+10FFFF': 'a\u{10ffff}b',
  }),
  large: named({
    '96 KiB': 'all of it, '.repeat(9000).slice(0, 96 * kib),
    '96 KiB of emoji': '🚀'.repeat((96 * kib) / 4),
  }),
} as const;

function named(texts: Readonly<Record<string, string>>): readonly AwkwardText[] {
  return Object.entries(texts).map(([name, text]) => ({ name, text }));
}

function characters(from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
}
