import { maskText } from './mask-text.ts';

/** The prefix of every API token, so that secret scanners recognize it. */
export const apiTokenPrefix = 'fgt_';

const anyToken = new RegExp(`(${apiTokenPrefix}[0-9a-z]{12}_)[0-9A-Za-z]{8,}`, 'g');

/** Masks the secret part of API tokens in a text. Their ids stay, because they help to find out which token it was. */
export function maskApiTokens(text: string): string {
  return text.includes(apiTokenPrefix) ? text.replace(anyToken, `$1${maskText}`) : text;
}
