// Enough to recognise a value by. All of them together are in the environment of every step, which is bounded.
const maxLength = 1000;

/**
 * A value or a description as Jenkins can store it and people can read it, cut where it is long. Line ends become LF, and
 * so do the ones of Unicode, which a restart of Jenkins turns into LF too; a character that XML cannot carry, a control
 * character or half a surrogate pair becomes U+FFFD.
 */
export function readableParameter(text: string): string {
  if (text.length <= maxLength) return cleanParameter(text);
  const cut = text.slice(0, maxLength - 1);
  return `${cleanParameter(cut.replace(/[\ud800-\udbff]$/, ''))}…`;
}

/** Whether Jenkins keeps a text as it is: in its files, over a restart, and in its form. */
export function isKeptByJenkins(text: string): boolean {
  return cleanParameter(text) === text;
}

/** Whether a text can be one of the choices of a parameter: one line, which no form trims, and which is sent uncut. */
export function canBeChoice(text: string): boolean {
  return text !== '' && text === text.trim() && !/[\n\t]/.test(text) && readableParameter(text) === text;
}

function cleanParameter(text: string): string {
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(unreadable, '\ufffd');
}

// oxlint-disable-next-line no-control-regex -- control characters are among what it looks for
const unreadable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]/gu;
