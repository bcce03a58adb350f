import * as fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../src/base/text/json-value.ts';
import type { TypeOf } from '../../src/language/expressions/condition-kind.ts';
import type { ValueOf } from '../../src/language/expressions/evaluate-condition.ts';
import type { InputTypeName } from '../../src/language/input-types/input-types.ts';

/** A well-typed condition and a value for each input that it may use. */
export interface ConditionCase {
  readonly text: string;
  readonly inputs: JsonObject;
}

/** Two inputs of each type, so that references can be compared with each other. */
const types = {
  text: 'STRING',
  'other.text': 'STRING',
  choice: 'ENUM',
  day: 'DATE',
  count: 'INT',
  limit: 'INT',
  'rate-1': 'FLOAT',
  share: 'FLOAT',
  flag: 'BOOLEAN',
  flag2: 'BOOLEAN',
  many: 'MULTISELECT',
  data: 'JSON',
} as const satisfies Record<string, InputTypeName>;

type Id = keyof typeof types;

export const typeOfInput: TypeOf = (reference) => {
  if (reference.root === 'variables') return 'STRING';
  return reference.root === 'inputs' ? (types as Readonly<Record<string, InputTypeName>>)[reference.id] : undefined;
};

export function valueOfInput(inputs: JsonObject): ValueOf {
  return (reference) => (reference.root === 'inputs' ? inputs[reference.id] : undefined);
}

const awkwardTexts = [
  '', ' ', 'a', 'A', 'ab', 'main', 'v1.2.3', '5', '0', 'true', 'null', "it's", '"q"', "'''", '$x ${y} $$', 'C:\\temp\\new',
  '\\', '\\\\u0041', 'two\nlines', 'line\r\n', 'end\n', '\t', 'é', 'e\u0301', 'ß', 'İ', '日本語', '😀', 'a😀b', '😀😀',
  '\u00a0', '\u0085', '\u2028', '\ufeff', '\ufffd', '2024-02-29', '2024-03-01', '{{ x }}', '// not a comment', '/* nor this */',
]; // oxfmt-ignore
const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...awkwardTexts) },
  // U+FFFF ends Groovy's reading of a source file, and NUL is not allowed in values.
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', maxLength: 6 }).map((drawn) => drawn.replace(/[\0\uffff]/g, '')),
  },
);
const integer = fc.oneof(
  fc.constantFrom(0, 1, -1, 5, 53, 1000, 2 ** 31, 2 ** 53 - 1, -(2 ** 53 - 1)),
  fc.maxSafeInteger(),
);
const decimal = fc.oneof(
  fc.constantFrom(-0, 0, 0.1, 0.5, -0.1, 1, 5, 1e21, 1e-7, 2 ** 53, 1.7976931348623157e308, 5e-324),
  integer,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const json: fc.Arbitrary<JsonValue> = fc.oneof(
  text,
  decimal,
  fc.boolean(),
  fc.constantFrom<JsonValue[]>([], ['a'], {}, { a: 1 }, [0], null),
);

const values: { readonly [Name in Id]: fc.Arbitrary<JsonValue> } = {
  text,
  'other.text': text,
  choice: text,
  day: fc.constantFrom('2024-02-29', '2024-03-01', '1999-12-31'),
  count: integer,
  limit: integer,
  'rate-1': decimal,
  share: decimal,
  flag: fc.boolean(),
  flag2: fc.boolean(),
  many: fc.uniqueArray(text, { maxLength: 3 }),
  data: json,
};

/** Writes a string as a literal of the condition language. */
export function quoted(value: string, quote = "'"): string {
  return quote + value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
}

const textLiteral = fc.tuple(text, fc.constantFrom("'", '"')).map(([value, quote]) => quoted(value, quote));
const numberLiteral = decimal
  .filter((value) => Math.abs(value) < 2 ** 53 || !/^-?[0-9]+$/.test(String(value)))
  .map(String);
const texts = fc.oneof(fc.constantFrom('inputs.text', 'inputs.other.text', 'inputs.choice', 'inputs.day'), textLiteral);
const orderedTexts = fc.oneof(fc.constantFrom('inputs.text', 'inputs.other.text', 'inputs.day'), textLiteral);
const numbers = fc.oneof(
  fc.constantFrom('inputs.count', 'inputs.limit', 'inputs.rate-1', 'inputs.share'),
  numberLiteral,
);
const flags = fc.constantFrom('inputs.flag', 'inputs.flag2', 'true', 'false');
const anything = fc.oneof(texts, numbers, flags, fc.constantFrom('inputs.many', 'inputs.data', 'null'));

const equal = fc.constantFrom('==', '!=');
const order = fc.constantFrom('<', '<=', '>', '>=');
const member = fc.constantFrom('in', 'not in');

/** Strings in which some of the patterns below match and others do not. */
export const searchedTexts = fc.oneof(
  text,
  fc
    .array(
      fc.constantFrom(
        'a',
        'b',
        'é',
        '😀',
        '\n',
        '\r',
        '\u2028',
        '\u0085',
        '\u00a0',
        '\u000b',
        ' ',
        '_',
        '[',
        '&',
        '-',
        '1',
      ),
      { maxLength: 4 },
    )
    .map((pieces) => pieces.join('')),
);

export const portablePatterns = [
  '', '\\_\\-', '(?i)^[A\\-&]é', '\\A[[:alnum:]]+\\Z', '\\h', 'a', '^a', 'a$', '^$', '^.$', '^..$', '.', '^v\\d+(\\.\\d+)*$', '\\w+', '\\W', '^\\w*$', '\\s', '^\\S+$', '\\D', '[^a]', '[^\\s]', '^[^a]{2}$',
  '\\bb', 'a\\b', '(?:a|b)+', '(?<n_1>é)', '^(b|a)+$', 'a{0}', '[a&&b]', '[[]', '[]', '[^]', '[\\s\\S]', '[\\w-]', '[.$^*]',
  '[\\b]', '\\u00e9', '\\u{1f600}', '\\ud83d\\ude00', '[😀]', '[^😀]$', '^[\\u{0}-\\u{ffff}]$', '[\\u{0}-\\u{ffff}]', '[\\u{10000}-\\u{10ffff}]', '\\cJ', '\\n', '\\r',
  '[\\x00-\\x1f]', "'", '"', '\\$', '\\\\', '/', '\\/', '#', ' ', 'a*?b', '(a?b){2}', '[+--]', '[a-c-]', '\\0', '\\x41', '\\v', '[^\\W_]', '\\S\\n',
]; // oxfmt-ignore

const comparison = fc
  .oneof(
    fc.tuple(texts, equal, texts),
    fc.tuple(numbers, equal, numbers),
    fc.tuple(flags, equal, flags),
    fc.tuple(anything, equal, fc.constant('null')),
    fc.tuple(fc.constant('inputs.data'), equal, fc.oneof(texts, numbers, flags)),
    fc.tuple(numbers, order, numbers),
    fc.tuple(orderedTexts, order, orderedTexts),
    fc.tuple(texts, member, listOf(texts)),
    fc.tuple(numbers, member, listOf(numbers)),
    fc.tuple(fc.constantFrom('inputs.data', 'null'), member, listOf(fc.oneof(texts, numbers, flags))),
    fc.tuple(texts, member, fc.constant('inputs.many')),
    fc.tuple(
      texts,
      fc.constant('matches'),
      fc.constantFrom(...portablePatterns).map((pattern) => quoted(pattern)),
    ),
    fc.tuple(anything, fc.constantFrom('is empty', 'is not empty'), fc.constant('')),
  )
  .map((words) => words.join(' '));

function listOf(items: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(items, { maxLength: 3 }).map((drawn) => `[${drawn.join(', ')}]`);
}

const condition = fc.letrec<{ condition: string; part: string }>((tie) => ({
  part: fc.oneof(
    { weight: 4, arbitrary: comparison },
    anything,
    tie('condition').map((inner) => `(${inner})`),
  ),
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('part'),
    fc.tuple(tie('part'), fc.constantFrom('and', 'or', '&&', '||'), tie('condition')).map((words) => words.join(' ')),
    fc.constantFrom('not ', '!').chain((not) => tie('part').map((part) => not + part)),
    fc.tuple(comparison, equal, flags).map(([left, sign, right]) => `(${left}) ${sign} ${right}`),
  ),
})).condition;

const inputs = fc
  .record(Object.fromEntries(Object.entries(values).map(([id, value]) => [id, fc.option(value, { freq: 5 })])))
  .map((drawn) => drawn as JsonObject); // the record of the values above

export const conditionCases: fc.Arbitrary<ConditionCase> = fc.record({ text: condition, inputs });
