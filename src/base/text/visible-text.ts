/** Characters that control a terminal (C0, DEL, C1) or change the direction of the text around them. */
const controls = '\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069';
const anyControl = new RegExp(`[${controls}]`, 'g');
// Line breaks and tabs are harmless. A carriage return is allowed only in a line break: alone, it overwrites the line.
export const unsafeControl = new RegExp(`\\r(?!\\n)|(?![\\n\\t\\r])[${controls}]`, 'g');

/** Makes all control characters visible, including line breaks. */
export function withoutControls(text: string): string {
  return text.replace(anyControl, escapedControl);
}

/** Makes control characters visible, except line breaks and tabs. */
export function visibleText(text: string): string {
  return text.replace(unsafeControl, escapedControl);
}

/** A control character as readers can see it, such as `\\u001b`. */
export function escapedControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
