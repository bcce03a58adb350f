/** The name of this engine in settings and records. */
export const localName = 'local';
