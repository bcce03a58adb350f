export interface ConsoleLocation {
  readonly origin: string;
  /** Without a trailing slash. */
  readonly basePath: string;
}

/** The path, below the base path, to which the issuer sends users back after signing in and out. */
export const signInPath = '/ui/sign-in';

/**
 * Where to go after signing in: the page that the user opened, with its search and hash, if it is one of the console.
 * Everything else becomes the first page, so that nobody is led to another site.
 */
export function returnTarget(wanted: unknown, { origin, basePath }: ConsoleLocation): string {
  const home = `${basePath}/ui/flows`;
  if (typeof wanted !== 'string' || !URL.canParse(wanted, origin)) return home;
  const url = new URL(wanted, origin);
  const isConsole = url.pathname.startsWith(`${basePath}/ui/`) && url.pathname !== `${basePath}${signInPath}`;
  return url.origin === origin && isConsole ? `${url.pathname}${url.search}${url.hash}` : home;
}
