import type { Request } from 'express';

export type Theme = 'light' | 'dark';

/** The theme that the user has chosen in the console, which sets a cookie; undefined to follow the browser. */
export function chosenTheme({ headers }: Request): Theme | undefined {
  const theme = /(?:^|; )flowgate_theme=(light|dark)(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  return theme === 'light' || theme === 'dark' ? theme : undefined;
}
