/** What a line of a log reports; most lines have no level. */
export type LineLevel = 'error' | 'warning';

/** Characters of a line, without escape sequences, in which a level is looked for. */
export const levelCharacters = 200;

const words: Readonly<Record<LineLevel, readonly string[]>> = {
  error: ['error', 'err', 'fatal', 'critical', 'crit', 'severe', 'panic', 'emerg'],
  warning: ['warning', 'warn', 'wrn'],
};
const otherLevels = ['info', 'inf', 'debug', 'dbg', 'trace', 'notice', 'verbose'];
const levelOfWord = new Map(
  (['error', 'warning'] as const).flatMap((level) => words[level].map((word) => [word, level] as const)),
);
const anyLevel = spelled([...levelOfWord.keys(), ...otherLevels]);

/** But no place in a report of ESLint. */
const time = String.raw`(?!\d+:\d+\s{2,8}(?:error|warning)\s\s)\d+(?:[-/:.,T]\d+)+(?:Z|[+-]\d\d:?\d\d)?(?: ?(?:[AP]M|UTC|GMT|[+-]\d{4})\b)?`;
const brackets = String.raw`\[(?![^\]]*\b(?:${anyLevel})\b)[^\]]{0,80}\]|\((?!${anyLevel})[^()]{0,80}\)|\{[\w.:]{1,80}\}`;
/** What may stand before a level: spaces, signs, steps of Docker builds, times, names of loggers, threads and services. */
const before = new RegExp(
  String.raw`(?:\s|[|│┃>*•✖✘✗×❌⚠▲!+#-]{1,4}\ufe0f?\s|#\d+\s|${time}|${brackets}|:\s|(?!(?:${anyLevel})\s)[\w.$-]{1,60}\s{1,20}[|-]\s)*`,
  'y',
);

/** "ERROR: 0" and "Warning: 3, …" count, "error: null" is a field. */
const noReport = String.raw`(?!\s*[:=]?\s*(?:\d+\s*(?:$|[,;|)])|(?:null|nil|none|no|false|undefined|~|\[\]|\{\}|""|'')\s*,?$))`;
/** Where a compiler or a program names itself: "a/b.c:12:3: ", "B.cs(1,2): ", "a.ts:1:2 - ", "ld: ". */
const place = String.raw`(?:(?:[A-Za-z]:)?[^\s:()"'=]{1,150}(?::\d+){1,2}(?::\s*|\s-\s)|[^\s:()"'=]{1,150}\(\d+(?:,\d+)?\)\s?:\s|[\w./+-]{1,60}(?:\[\d+\])?:\s+)`;

const patterns = {
  error: patternOf('error', {
    kind: String.raw`(?:PHP )?(?:(?:[Ff]atal|[Pp]arse|[Rr]untime|internal compiler) )?`,
    classes: 'Error|Exception',
    phrases: [
      'npm (?:ERR!|error )',
      'CMake Error',
      String.raw`Traceback \(most recent call last`,
      'Exception in thread ',
      'Caused by: ',
      String.raw`Uncaught \w*(?:Error|Exception)\b`,
      String.raw`Error (?:response from daemon|from server)\b`,
      String.raw`make(?:\[\d+\])?: \*\*\* `,
      'E: ',
      String.raw`[EF]\d{4} \d\d:\d\d:\d\d`,
      String.raw`(?:Task|Flow) \S+ (?:failed: |timed out)`,
    ],
  }),
  warning: patternOf('warning', {
    kind: '(?:PHP )?',
    classes: 'Warning',
    phrases: [
      'npm (?:WARN|warn) ',
      String.raw`CMake (?:Deprecation )?Warning`,
      'W: ',
      String.raw`W\d{4} \d\d:\d\d:\d\d`,
    ],
  }),
};

const fieldOfJson = /"(?:level|severity|levelname|log\.level|loglevel)"\s?:\s?(?:"(\w+)"|(\d+))/;
const fieldOfLogfmt = /(?:^|\s)(?:level|lvl|severity)="?(\w+)/;
const isLogfmt = /^[\w.]+=/;

/** The level that the beginning of a line states. @param text without escape sequences, at most `levelCharacters` long */
export function lineLevel(text: string): LineLevel | undefined {
  before.lastIndex = 0;
  before.test(text);
  const rest = text.slice(before.lastIndex);
  if (rest.startsWith('{')) return levelOfJson(rest);
  if (isLogfmt.test(rest)) return levelOfWord.get(fieldOfLogfmt.exec(rest)?.[1]?.toLowerCase() ?? '');
  if (patterns.error.test(rest)) return 'error';
  return patterns.warning.test(rest) ? 'warning' : undefined;
}

interface Forms {
  /** What may stand before a word with a colon, such as "fatal ". */
  readonly kind: string;
  /** The ends of names of classes. */
  readonly classes: string;
  readonly phrases: readonly string[];
}

function patternOf(level: LineLevel, { kind, classes, phrases }: Forms): RegExp {
  const any = spelled(words[level]);
  const upper = words[level].map((word) => word.toUpperCase()).join('|');
  const isReported = String.raw`(?:${kind}(?:${any})(?:\[[\w:-]+\]|\s[A-Z]{1,8}\d{2,5})?:(?!:)${noReport}|(?:[\w$]+\.)*[A-Z][\w$]*(?:${classes})(?::\s|$))`;
  const forms = [
    ...phrases,
    String.raw`(?:${upper})(?=[\s:!|]|$)(?!\s+(?:SUMMARY|COUNT|LEVEL|LOG|RATE|HANDLING)\b|\s*:?=)${noReport}`,
    String.raw`[[<]\s*(?:${any})\s*[\]>]`,
    String.raw`\[(?:[\d:.,/TZ +-]+|[\w -]+\/)(?:${upper})[\]:]`,
    String.raw`(?:##\[|::)${level}\b`,
    String.raw`\d+:\d+\s{2,8}${level}\s\s`,
    `(?:${place})?${isReported}`,
  ];
  return new RegExp(`^(?:${forms.join('|')})`);
}

/** In logs of Pino, 40 is a warning, and 50 and 60 are errors. */
function levelOfJson(text: string): LineLevel | undefined {
  const [, word, number] = fieldOfJson.exec(text) ?? [];
  if (number === undefined) return levelOfWord.get(word?.toLowerCase() ?? '');
  if (number === '40') return 'warning';
  return number === '50' || number === '60' ? 'error' : undefined;
}

/** Words in lower case, capitalized, and in upper case. */
function spelled(all: readonly string[]): string {
  return all.flatMap((word) => [word, `${word.charAt(0).toUpperCase()}${word.slice(1)}`, word.toUpperCase()]).join('|');
}
