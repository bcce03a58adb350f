import type { ErrorCode } from 'yaml';

/** A problem of the YAML library, and the text around it. */
export interface YamlError {
  readonly code: ErrorCode;
  /** The library's message, which calls a list in brackets a flow sequence; with us a flow is something else. */
  readonly message: string;
  /** The rest of the line that starts with the problem. */
  readonly rest: string;
}

/** The problem in a YAML text and how to fix it, in authors' terms. */
export function yamlSentence(error: YamlError): string {
  const rule = rules[error.code]?.find(({ when = /(?:)/ }) => when.test(error.message));
  return rule === undefined ? inOurWords(error.message) : rule.say(error);
}

/** What to do about `{{` without quotes, by the part of its line that is before it. */
export function bracesSentence(before: string): string {
  const [, key = ''] = /^\s*(?:- +)*(.*?):\s+$/.exec(before) ?? [];
  return /[\s"']/.test(key)
    ? 'YAML reads this line as a map because of the ": ". If it is a string, put all of it in quotes, or write it after "|-" on a line of its own.'
    : 'A string that starts with {{ needs quotes: "{{ ... }}".';
}

interface Rule {
  /** The messages of the library that it is for; all by default. */
  readonly when?: RegExp;
  readonly say: (error: YamlError) => string;
}

const always = (sentence: string, when?: RegExp): Rule => ({ say: () => sentence, ...(when && { when }) });

const inQuotes = 'put the whole string in quotes';
const ownLines = `Inside [ ] and { }, a string with any of { } [ ] , or a quote in it needs quotes around all of it. Or write each item on a line of its own, after "- ".`;
const closed = {
  ']': 'The list in brackets above is not closed: a "]" is missing before this line.',
  '}': 'The map in braces above is not closed: a "}" is missing before this line.',
};
const comment = ' If a string in it contains " #", put that string in quotes: the rest of the line is a comment.';

const rules: Readonly<Partial<Record<ErrorCode, readonly Rule[]>>> = {
  MISSING_CHAR: [
    { when: /closing "quote/, say: () => 'The string that starts here has no closing ".' },
    { when: /closing 'quote/, say: () => "The string that starts here has no closing '; inside it, write '' for '." },
    always(`A comma is missing before this in a list in brackets. ${ownLines}`, /between flow sequence/),
    always(`A comma or a ":" is missing before this in a map in braces. ${ownLines}`, /between flow map/),
    always('A space is missing after the ":".', /Missing space after :/),
    always('This key needs a ":" and a value.', /followed by map values/),
    always(`A comment needs a space before its "#". If the "#" is part of a string, ${inQuotes}.`, /Comments/),
    always(
      'This line is inside a list, but is not an item. Start it with "- ", or indent it like the keys of the item above.',
      /without - indicator/,
    ),
    always('A string that starts with "!" or "&" needs quotes.', /Tags and anchors/),
    always('A line that starts with "%" is a YAML directive; put a string that starts with "%" in quotes.'),
  ],
  BAD_INDENT: [
    { when: /end with a \]/, say: () => `${closed[']']}${comment}` },
    { when: /end with a \}/, say: () => `${closed['}']}${comment}` },
    always('This item must start in the same column as the others of its list.', /sequence items/),
    always('This key must start in the same column as the others of its map.', /mapping items|map items/),
    always('This line has the wrong indentation: indent it further than the line that it belongs to.'),
  ],
  BLOCK_AS_IMPLICIT_KEY: [
    always(
      'This item has the wrong indentation: it must start in the same column as the others of its list.',
      /block sequence/,
    ),
    {
      say: ({ rest }) =>
        /:(?:\s|$)/.test(rest)
          ? `YAML reads this as a map because of the ": ". If it is a string, ${inQuotes}.`
          : 'The next line is indented further than this one, which already has a value. Start both in the same column, or put a string in quotes.',
    },
  ],
  BLOCK_IN_FLOW: [always(`A comma is missing here, or a closing bracket above. ${ownLines}`)],
  MULTILINE_IMPLICIT_KEY: [
    always('This line is neither a key with ":" and a value nor an item with "- ", or its indentation is wrong.'),
  ],
  KEY_OVER_1024_CHARS: [always('A key must have at most 1,024 characters.')],
  BAD_SCALAR_START: [
    { say: ({ rest }) => `A string that starts with ${JSON.stringify(rest.slice(0, 1))} needs quotes.` },
  ],
  BAD_DQ_ESCAPE: [
    {
      say: ({ message }) =>
        `${message.replace(/^Invalid escape sequence /, '')} has no meaning inside double quotes. Write \\\\ for a backslash, or use single quotes.`,
    },
  ],
  TAB_AS_INDENT: [always('A tab cannot be used to indent. Indent with spaces.')],
  BAD_ALIAS: [
    always('A string that starts with "&" needs quotes, because YAML reads it as the name of an anchor.', /Anchor/),
    always('A string that starts with "*" needs quotes, because YAML reads it as the name of an alias.'),
  ],
  ALIAS_PROPS: [always('An alias (*name) cannot have an anchor or a tag of its own.')],
  MULTIPLE_ANCHORS: [always('A value can have only one anchor. A string that starts with "&" needs quotes.')],
  MULTIPLE_TAGS: [always('A value can have only one tag. A string that starts with "!" needs quotes.')],
  BAD_PROP_ORDER: [always('An anchor or a tag must be after the "- ", "?" or ":", just before the value.')],
  BAD_DIRECTIVE: [always('A line that starts with "%" is a YAML directive, and this one is invalid. Remove it.')],
  UNEXPECTED_TOKEN: [
    always(
      'A string that starts with "*" needs quotes, because YAML reads it as the name of an alias.',
      /alias at node end/,
    ),
    always(
      `Text follows a value that has already ended, for example at its closing quote. If both are one string, ${inQuotes}.`,
      /at node end/,
    ),
    always('An item is missing before this comma.', /Unexpected (?:, in|empty item)/),
    always('The text of a block that starts with | or > begins on the next line.', /header|Not a YAML token/),
    {
      when: /flow-(?:seq|map)-end/,
      say: ({ rest }) =>
        `This ${JSON.stringify(rest.slice(0, 1))} closes nothing. If it is part of a string, ${inQuotes}.`,
    },
    always('A list cannot start on the line of its key. Write its first "- " on the next line.', /block-seq-ind/),
    always(`YAML does not expect this here. If it is part of a string, ${inQuotes}.`),
  ],
};

const ownWords: readonly (readonly [RegExp, string])[] = [
  [/\bflow sequences?\b/gi, 'list in brackets'],
  [/\bflow map(?:ping)?s?\b/gi, 'map in braces'],
  [/\bflow collections?\b/gi, 'list in brackets or map in braces'],
  [/\bsequences?\b/gi, 'list'],
  [/\bmappings?\b/gi, 'map'],
  [/\bscalars?\b/gi, 'value'],
  [/\bcollections?\b/gi, 'list or map'],
];

/** A message that has no sentence of its own. */
function inOurWords(message: string): string {
  const words = ownWords.reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), message);
  return `YAML cannot parse this: ${words}.`;
}
