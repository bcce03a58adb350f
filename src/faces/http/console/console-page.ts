import { randomBytes } from 'node:crypto';
import type { ConsoleSignIn } from '../../../base/config/configuration.ts';
import { html } from '../../../base/text/html.ts';
import type { Theme } from '../theme-cookie.ts';

/** Marks in `web/index.html` that are filled in for each response. */
const marks = {
  base: '%FLOWGATE_BASE_PATH%',
  nonce: '%FLOWGATE_NONCE%',
  theme: '%FLOWGATE_THEME%',
  signIn: '%FLOWGATE_SIGN_IN%',
};

export interface ConsolePage {
  readonly html: string;
  /** The Content-Security-Policy. */
  readonly policy: string;
}

/** The settings that the page needs to sign in with OpenID Connect. */
export interface SignIn extends ConsoleSignIn {
  readonly issuer: string;
}

export interface ConsolePageOptions {
  readonly basePath: string;
  /** As chosen in the browser; undefined to follow its system. */
  readonly theme: Theme | undefined;
  /** Absent if users are known without the page. */
  readonly signIn?: SignIn;
}

/**
 * The page of the console with a fresh nonce for the styles that a library adds at run time. No script of another
 * origin is allowed, and no request to one except to the issuer of tokens.
 * @param page `index.html` as built, whose links are relative to itself
 */
export function consolePage(page: string, { basePath, theme, signIn }: ConsolePageOptions): ConsolePage {
  const nonce = randomBytes(16).toString('base64');
  const filled = page
    .replaceAll(/(src|href)="\.\//g, `$1="${basePath}/ui/`)
    .replaceAll(marks.base, basePath)
    .replaceAll(marks.nonce, nonce)
    .replaceAll(marks.theme, theme ?? 'system')
    // A function, because settings may contain `$&`.
    .replaceAll(marks.signIn, () => (signIn === undefined ? '' : html`${JSON.stringify(signIn)}`.toString()));
  return { html: filled, policy: policyWith(nonce, signIn) };
}

function policyWith(nonce: string, signIn: SignIn | undefined): string {
  const issuer = signIn === undefined ? '' : ` ${new URL(signIn.issuer).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${issuer}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join(';');
}
