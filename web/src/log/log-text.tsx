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
    <span key={index} className={classOf(style, isFound)} style={colorsOf(style)}>
      {text}
    </span>
  ));
}

function classOf(style: AnsiStyle, isFound: boolean | undefined): string | undefined {
  const { background, bold, dim, italic, underline, inverse } = style;
  const classes = [
    isName(background) && 'ansi-on',
    bold && 'ansi-bold',
    dim && 'ansi-dim',
    italic && 'ansi-italic',
    underline && 'ansi-underline',
    inverse && 'ansi-inverse',
    isFound && 'log-found',
  ].filter(Boolean);
  return classes.length === 0 ? undefined : classes.join(' ');
}

/** On a background with a name, text has the colour that is readable there, unless it has an exact one. */
function colorsOf({ color, background }: AnsiStyle): CSSProperties | undefined {
  if (color === undefined && background === undefined) return undefined;
  return {
    color: isName(color) && isName(background) ? undefined : cssColor(color),
    background: cssColor(background),
  };
}

function cssColor(color: string | undefined): string | undefined {
  return isName(color) ? `var(--ansi-${color})` : color;
}

/** Whether it is one of the 16 colours, which the theme defines. */
function isName(color: string | undefined): boolean {
  return color !== undefined && !color.startsWith('rgb(');
}
