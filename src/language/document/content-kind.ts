/**
 * What a string contains besides plain text and templates: the `contentMediaType` of its JSON Schema, for editors.
 * `condition` also covers a single reference without braces.
 */
export const contentKinds = {
  condition: 'text/x-flowgate-condition',
  inputId: 'text/x-flowgate-input-id',
} as const;

export type ContentKind = (typeof contentKinds)[keyof typeof contentKinds];
