import { randomBytes } from 'node:crypto';

/** Marks in `web/index.html` that are filled in for each response. */
const marks = { base: '%FLOWGATE_BASE_PATH%', nonce: '%FLOWGATE_NONCE%', theme: '%FLOWGATE_THEME%' };

export interface ConsolePage {
  readonly html: string;
  /** Of Content-Security-Policy. */
  readonly policy: string;
}

/**
 * The page of the console with a fresh nonce for the styles that a library adds at run time. No script and no request
 * to another origin is allowed.
 * @param page `index.html` as built, whose links are relative to itself
 * @param theme as chosen in the browser; undefined to follow its system
 */
export function consolePage(page: string, basePath: string, theme: 'light' | 'dark' | undefined): ConsolePage {
  const nonce = randomBytes(16).toString('base64');
  const html = page
    .replaceAll(/(src|href)="\.\//g, `$1="${basePath}/ui/`)
    .replaceAll(marks.base, basePath)
    .replaceAll(marks.nonce, nonce)
    .replaceAll(marks.theme, theme ?? 'system');
  return { html, policy: policyWith(nonce) };
}

function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join(';');
}
