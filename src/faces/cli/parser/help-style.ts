import { Help } from 'commander';

/** How help looks: at most 110 columns, bold headings, coloured names. Without colours, the caller removes them. */
export class StyledHelp extends Help {
  override minWidthToWrap = 20;

  override prepareContext(context: { error?: boolean; helpWidth?: number; outputHasColors?: boolean }): void {
    super.prepareContext(context);
    this.helpWidth = Math.min(context.helpWidth ?? defaultWidth, maxWidth);
  }

  override styleTitle(text: string): string {
    return `\u001b[1m${text}\u001b[0m`;
  }

  override styleOptionText(text: string): string {
    return name(text);
  }

  override styleArgumentText(text: string): string {
    return name(text);
  }

  override styleCommandText(text: string): string {
    return name(text);
  }

  override styleSubcommandText(text: string): string {
    return name(text);
  }

  /** A section with a line for each term; empty without rows. */
  termList(title: string, rows: readonly (readonly [string, string])[]): string {
    if (rows.length === 0) return '';
    const width = Math.max(...rows.map(([term]) => term.length));
    const lines = rows.map(([term, text]) => this.formatItem(name(term), width, text, this));
    return [this.styleTitle(title), ...lines].join('\n');
  }

  /** Wrapped paragraphs, without the line breaks of the source. */
  paragraphs(text: string): string {
    return this.boxWrap(flowed(text), this.helpWidth ?? defaultWidth);
  }
}

const defaultWidth = 80;
// Longer lines are hard to read.
const maxWidth = 110;

function name(text: string): string {
  return `\u001b[36m${text}\u001b[0m`;
}

/** Paragraphs without the line breaks of the source. */
export function flowed(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replaceAll(/\s*\n\s*/g, ' '))
    .join('\n\n');
}
