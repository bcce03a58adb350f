import { echoedTexts } from './echoed-texts.ts';
import { commonMarkupForms } from './markup-forms.ts';
import { urlParts } from './url-parts.ts';
import { isWord } from './word-search.ts';
import { writtenForms } from './written-forms.ts';

/** A string to mask. */
export interface SecretForm {
  /**
   * `part`: the value or one of its lines. `word`: a value that is so short that it is masked only as a whole word.
   * `form`: a form in which tools print a part. `wrapped`: the same, in base64 or hex,
   * which tools wrap into lines.
   */
  readonly kind: 'part' | 'word' | 'form' | 'wrapped';
  readonly text: string;
}

/** Jenkins does not mask shorter strings either; masking every "a" would make a log unreadable. */
export const minPartLength = 3;

// For longer strings, only the main forms are used.
const maxRareLength = 8192;
// The characters of parts to write in rare forms, which limits the time: 80 kB of parts in all of them.
const maxRareTotal = 8_000_000;

/**
 * The strings to mask for some secrets: their values, each of their lines with and without surrounding whitespace, and
 * the forms in which tools print them; the most important ones first. Forms of forms are not covered, such as JSON in
 * the output of `set -x`.
 * @param secrets without lone surrogates
 * @returns some strings more than once
 */
export function* secretForms(secrets: readonly string[]): Generator<SecretForm> {
  const parts = new Set<string>();
  for (const secret of secrets) {
    for (const text of secretParts(secret)) {
      if (text.length >= minPartLength) parts.add(text);
      else if (text === secret && isWord(text)) yield { kind: 'word', text };
    }
  }
  for (const text of parts) yield { kind: 'part', text };
  for (const secret of secrets)
    for (const text of withOtherLineEnds(secret)) if (text.length >= minPartLength) yield { kind: 'form', text };
  for (const part of parts)
    for (const text of echoedParts(part)) if (text.length >= minPartLength) yield { kind: 'form', text };
  for (const form of mainForms) for (const part of parts) yield { kind: 'form', text: form(part) };
  for (const part of parts) yield { kind: 'wrapped', text: Buffer.from(part).toString('base64') };
  for (const part of parts) for (const text of base64Parts(part)) yield { kind: 'wrapped', text };
  let total = 0;
  for (const form of writtenForms) {
    for (const part of parts) {
      if (part.length > maxRareLength) continue;
      total += part.length;
      if (total > maxRareTotal) return;
      const text = form(part);
      if (text !== part) yield { kind: 'form', text };
    }
  }
  for (const part of parts) {
    total += part.length;
    if (part.length > maxRareLength || total > maxRareTotal) continue;
    for (const text of hexForms(part)) yield { kind: 'wrapped', text };
    for (const text of spacedHexForms(part)) yield { kind: 'form', text };
  }
}

const mainForms = [(text: string) => JSON.stringify(text).slice(1, -1), encodeURIComponent];

/** The most common forms besides base64 and quoted words of shells: in JSON, URLs, XML, SQL and CSV. */
export function commonForms(text: string): readonly string[] {
  return [...mainForms, ...commonMarkupForms].map((form) => form(text));
}

/** A value, its lines, and the parts of a URL. */
function secretParts(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/);
  return [secret, ...lines, ...lines.map((line) => line.trim()), ...urlParts(secret)];
}

/** A value of several lines, which can be too short to be masked alone, as it comes through a terminal or `$(…)`. */
function withOtherLineEnds(secret: string): readonly string[] {
  const lines = secret.trimEnd().split(/\r?\n/);
  return lines.length === 1 ? [] : [lines.join('\n'), lines.join('\r\n')];
}

/** What `echo` prints for a text, and the lines of it. */
function* echoedParts(text: string): Generator<string> {
  for (const echoed of echoedTexts(text)) yield* new Set(secretParts(echoed));
}

// Shorter strings in the base64 alphabet are ordinary words.
const minBase64Length = 6;

/**
 * The part of the base64 of a longer string, such as `user:secret`, that depends on the secret alone, for each of the
 * three positions at which the secret can begin; each in the alphabet for URLs too.
 */
function base64Parts(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const part = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    if (part.length < minBase64Length) return [];
    return [part, part.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

// The bytes of shorter strings as numbers are too likely to be other numbers.
const minBytes = 8;

const upper = (text: string): string => text.toUpperCase();
const same = (text: string): string => text;

/** The bytes of a string in hex without separators, which tools wrap into lines; none for a short one. */
function hexForms(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  if (bytes.length < minBytes) return [];
  const hex = bytes.toString('hex');
  return [hex, upper(hex)];
}

/**
 * The bytes of a string in hex, one after the other, as `xxd -g1`, `od -tx1` and `openssl` print them in a line, and
 * with each byte percent-encoded; none for a short one.
 */
function spacedHexForms(text: string): readonly string[] {
  const pairs = hexForms(text)[0]?.match(/../g) ?? [];
  if (pairs.length === 0) return [];
  const written = [pairs.join(':'), pairs.join(' '), `%${pairs.join('%')}`];
  return [same, upper].flatMap((letters) => written.map(letters));
}
