/** Replaces a secret wherever it would be shown; Jenkins uses the same string. */
export const maskText = '****';
