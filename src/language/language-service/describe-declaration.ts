import { isSecretType } from '../input-types/input-types.ts';
import type { FieldDeclaration, InputDeclaration, TaskDeclaration, VariableDeclaration } from './flow-names.ts';

/** Something that a flow declares, with its kind. */
export type AnyDeclaration =
  | ({ readonly kind: 'input' } & InputDeclaration)
  | ({ readonly kind: 'variable' } & VariableDeclaration)
  | ({ readonly kind: 'task' } & TaskDeclaration)
  | ({ readonly kind: 'field' | 'item' } & FieldDeclaration);

/** A few words about a declaration, and Markdown with what else its author wrote about it. */
export function describeDeclaration(declared: AnyDeclaration): {
  readonly detail?: string;
  readonly documentation?: string;
} {
  const { detail, lines } = partsOf(declared);
  const documentation = lines.filter((line) => line !== undefined).join('\n\n');
  return { ...(detail !== undefined && { detail }), ...(documentation !== '' && { documentation }) };
}

function partsOf(declared: AnyDeclaration): {
  readonly detail: string | undefined;
  readonly lines: readonly (string | undefined)[];
} {
  switch (declared.kind) {
    case 'input':
      return {
        detail: declared.type,
        lines: [
          declared.displayName,
          declared.description,
          declared.defaults && !isSecretType(declared.type) ? `Default: ${inlineCode(declared.defaults)}` : undefined,
        ],
      };
    case 'variable':
      return { detail: undefined, lines: [declared.value && inlineCode(declared.value)] };
    case 'task':
      return {
        detail: declared.type,
        lines: [
          declared.description,
          declared.fields.length > 0
            ? `Returns ${declared.fields.map(({ name }) => inlineCode(name)).join(', ')}`
            : undefined,
        ],
      };
    case 'field':
    case 'item':
      return { detail: declared.type, lines: [declared.description] };
  }
}

/** Code of one line in Markdown, whatever it contains. */
export function inlineCode(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const gap = longest > 0 ? ' ' : '';
  return `${fence}${gap}${line}${gap}${fence}`;
}
