import { echoedTexts } from './echoed-texts.ts';
import { commonForms, minPartLength } from './secret-forms.ts';
import { secretLines } from './secret-lines.ts';
import { urlParts } from './url-parts.ts';

// The output of `echo` for a secret can also have many lines; a mask finds the rest.
const maxParts = 300;
/**
 * Max bytes of the parts of a secret besides its lines. In Jenkins, all parts are in the environment of every step, which
 * has a limit of about 2 MB, for 200 inputs.
 */
const maxFormBytes = 4 * 1024;

/**
 * The parts of a secret besides the whole value, in an order that depends on the value alone: each of its lines; what
 * `echo` prints for a value with backslashes, line by line; the common forms of a value in a single line; and what gives
 * the access of a URL.
 */
export function secretParts(value: string): readonly string[] {
  const forms = withinBytes([...echoedLines(value), ...commonParts(value)], maxFormBytes);
  // At the end, so that the numbers of the others stay the same.
  const ofUrl = withinBytes(urlParts(value), maxFormBytes).filter((part) => part.length >= minPartLength);
  return [...new Set([...secretLines(value), ...forms, ...ofUrl])].slice(0, maxParts);
}

/** The texts without duplicates, as many as fit. */
function withinBytes(texts: readonly string[], max: number): readonly string[] {
  let left = max;
  return [...new Set(texts)].filter((text) => {
    const fits = Buffer.byteLength(text) <= left;
    if (fits) left -= Buffer.byteLength(text);
    return fits;
  });
}

/**
 * The lines that `echo` prints for a value with backslashes. Jenkins reads a log line by line, and a credential cannot
 * contain a NUL character.
 */
function echoedLines(value: string): readonly string[] {
  const lines = [...echoedTexts(value)].flatMap((text) => text.split(/[\r\n\0]+/));
  return lines
    .map((line) => line.trim())
    .filter((line) => line.length >= minPartLength && line !== value && !line.includes('\ufffd'));
}

/** The forms that Jenkins does not mask by itself. Each line of a longer value would be too many. */
function commonParts(value: string): readonly string[] {
  if (value.length < minPartLength || /[\r\n]/.test(value)) return [];
  return commonForms(value).filter((form) => form !== value);
}
