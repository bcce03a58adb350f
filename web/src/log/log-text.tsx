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
  const { color, background, bold, dim, italic, underline, inverse } = style;
  const classes = [
    color !== undefined && !isCssColor(color) && `ansi-${color}`,
    background !== undefined && !isCssColor(background) && `ansi-on-${background}`,
    bold && 'ansi-bold',
    dim && 'ansi-dim',
    italic && 'ansi-italic',
    underline && 'ansi-underline',
    inverse && 'ansi-inverse',
    isFound && 'log-found',
  ].filter(Boolean);
  return classes.length === 0 ? undefined : classes.join(' ');
}

function colorsOf({ color, background }: AnsiStyle): CSSProperties | undefined {
  const colors = {
    ...(color !== undefined && isCssColor(color) && { color }),
    ...(background !== undefined && isCssColor(background) && { background }),
  };
  return Object.keys(colors).length === 0 ? undefined : colors;
}

function isCssColor(color: string): boolean {
  return color.startsWith('rgb(');
}
