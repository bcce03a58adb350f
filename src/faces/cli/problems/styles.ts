const styles = {
  error: '1;31',
  warning: '1;33',
  good: '1;32',
  file: '1;4',
  quiet: '2',
  added: '32',
  removed: '31',
  place: '36',
} as const;

export type Style = keyof typeof styles;

/** Text with a style for `Printer.writeLog`, which removes it where no colours are shown. */
export function styled(style: Style, text: string): string {
  return `\u001b[${styles[style]}m${text}\u001b[0m`;
}
