import type { CSSProperties, MouseEvent } from 'react';
import type { AnsiPiece, AnsiStyle } from './ansi.ts';

export interface LogLineProps {
  /** From 1. */
  readonly number: number;
  readonly pieces: readonly AnsiPiece[];
  readonly mark: 'none' | 'match' | 'current' | 'linked';
  readonly onLink: (number: number) => void;
}

/** A line of a log. Its text is never interpreted, except for colours. */
export function LogLine({ number, pieces, mark, onLink }: LogLineProps) {
  const link = (event: MouseEvent) => {
    event.preventDefault();
    onLink(number);
  };
  return (
    <div className="log-line" data-mark={mark} data-line={number}>
      <a href={`#L${number}`} className="log-number" aria-label={`Line ${number}`} tabIndex={-1} onClick={link}>
        {number}
      </a>
      <span className="log-text">
        {pieces.map(({ text, style }, index) => (
          // The pieces of a line never change.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={classOf(style)} style={colorsOf(style)}>
            {text}
          </span>
        ))}
      </span>
    </div>
  );
}

function classOf(style: AnsiStyle): string | undefined {
  const { color, background, bold, dim, italic, underline, inverse } = style;
  const classes = [
    color !== undefined && !isCssColor(color) && `ansi-${color}`,
    background !== undefined && !isCssColor(background) && `ansi-on-${background}`,
    bold && 'ansi-bold',
    dim && 'ansi-dim',
    italic && 'ansi-italic',
    underline && 'ansi-underline',
    inverse && 'ansi-inverse',
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
