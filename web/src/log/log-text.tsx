import type { CSSProperties } from 'react';
import type { AnsiPiece, AnsiStyle } from './ansi.ts';

export interface MarkedPiece extends AnsiPiece {
  /** Whether it is what was searched. */
  readonly isFound?: boolean;
}

/** Text of a log with its colours. Nothing else in it is interpreted. */
export function LogText({ pieces }: { readonly pieces: readonly MarkedPiece[] }) {
  return pieces.map(({ text, style, isFound }, index) => (
    // The pieces of a line never change.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={index} className={isFound ? 'log-found' : undefined} style={lookOf(style)}>
      {text}
    </span>
  ));
}

/** On a background with a name, text has the colour that is readable there, unless it has an exact one. */
function lookOf({ color, background, bold, dim, italic, underline, inverse }: AnsiStyle): CSSProperties {
  const exact = isName(color) && isName(background) ? undefined : cssColor(color);
  const readable = inverse || isName(background) ? 'var(--bg)' : dim ? 'var(--muted)' : undefined;
  return {
    color: exact ?? readable,
    background: cssColor(background) ?? (inverse ? 'var(--text)' : undefined),
    fontWeight: bold ? 700 : undefined,
    fontStyle: italic ? 'italic' : undefined,
    textDecoration: underline ? 'underline' : undefined,
  };
}

function cssColor(color: string | undefined): string | undefined {
  return isName(color) ? `var(--ansi-${color})` : color;
}

/** Whether it is one of the 16 colours, which the theme defines. */
function isName(color: string | undefined): boolean {
  return color !== undefined && !color.startsWith('rgb(');
}
