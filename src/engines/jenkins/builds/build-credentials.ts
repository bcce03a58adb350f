import { echoedTexts } from '../../../masking/echoed-texts.ts';
import { commonForms, minPartLength } from '../../../masking/secret-forms.ts';
import { secretLines } from '../../../masking/secret-lines.ts';

/** The prefix of the IDs of all credentials that Flowgate creates in Jenkins. */
export const credentialPrefix = 'flowgate-';

/** A secret text in Jenkins. */
export interface Credential {
  readonly id: string;
  readonly value: string;
}

// The output of `echo` for a secret can also have many lines; the rest is masked in the log that Flowgate stores.
const maxParts = 300;
/**
 * Max bytes of the parts of a secret besides its lines. All parts are in the environment of every step, which has a
 * limit of about 2 MB, for 200 inputs.
 */
const maxFormBytes = 4 * 1024;

/**
 * The credentials that pass a secret to the build of one execution: the whole value and, because Jenkins masks only
 * whole strings in few forms, its other parts (docs/explanation/secrets.md): each of its lines; what `echo` prints for a
 * value with backslashes, line by line; and the common forms of a value in a single line. The ID of the whole value contains
 * the number of parts: `flowgate-<execution>-<parameter>.2` comes with `...2.1` and `...2.2`.
 */
export function credentialsOf(
  executionId: string,
  parameter: string,
  value: string,
): { readonly whole: Credential; readonly parts: readonly Credential[] } {
  const base = `${credentialPrefix}${executionId}-${parameter.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
  const forms = withinBytes([...echoedLines(value), ...commonParts(value)], maxFormBytes);
  const parts = [...new Set([...secretLines(value), ...forms])].slice(0, maxParts);
  const id = parts.length === 0 ? base : `${base}.${parts.length}`;
  return { whole: { id, value }, parts: parts.map((part, index) => ({ id: `${id}.${index + 1}`, value: part })) };
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

/** The execution that a credential was created for; undefined if Flowgate did not create it. */
export function executionOfCredential(id: string): string | undefined {
  return /^flowgate-([0-9A-HJKMNP-TV-Z]{26})-/.exec(id)?.[1];
}
