/** Stands for a secret wherever one would be shown; Jenkins uses the same. */
export const maskText = '****';
