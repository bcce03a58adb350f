import { html, type Html } from '../../../base/text/html.ts';
import type { BuiltFiles } from '../built-files/built-files.ts';
import type { Theme } from '../theme-cookie.ts';

export interface ApiPageOptions {
  readonly files: BuiltFiles;
  readonly title: string;
  readonly version: string;
  /** The security scheme of the contract that users of this gateway have. */
  readonly scheme: string;
  /** As chosen in the console; undefined to follow the browser, which can be changed on the page. */
  readonly theme: Theme | undefined;
}

/**
 * The policy of the page. Scalar creates style elements and attributes as it runs, without a nonce; scripts have no
 * such exception, and nothing is loaded from or sent to another origin.
 */
export const apiPagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join(';');

/**
 * The contract as a page, which Scalar renders in the browser. Links are relative, so that they work below any base
 * path.
 */
export function apiPage({ files, title, version, scheme, theme }: ApiPageOptions): string {
  const script = files.find('scalar-', '.js');
  const style = files.find('api-page-', '.css');
  const icon = files.find('icon-', '.svg');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} HTTP API ${version}</title>
<link rel="icon" href="${icon === undefined ? 'data:,' : assetPath(icon)}">
${style !== undefined && html`<link rel="stylesheet" href="${assetPath(style)}">`}
</head>
<body>
<nav class="product" aria-label="Product">
<a class="brand" href="ui/home">${icon !== undefined && html`<img src="${assetPath(icon)}" alt="" width="24" height="24">`}${title}</a>
<a href="ui/home">Console</a>
<a href="help/">Help</a>
</nav>
${script === undefined ? notBuilt : scalarHtml(script, configurationFor(scheme, theme))}
</body>
</html>
`.toString();
}

const links = html`<a href="openapi.json">the OpenAPI description</a>, <a href="help/reference/api">the reference</a>`;

const notBuilt = html`<p class="not-built">This page has not been built: run <code>npm run build</code>. Until then: ${links}.</p>`;

function scalarHtml(script: string, configuration: object): Html {
  return html`<script id="api-reference" data-url="openapi.json" data-configuration="${JSON.stringify(configuration)}"></script>
<script src="${assetPath(script)}"></script>
<noscript>This page needs JavaScript. Without it: ${links}.</noscript>`;
}

/** Everything that would lead to the makers of Scalar, or to another host, is off. */
function configurationFor(scheme: string, theme: Theme | undefined): object {
  return {
    authentication: { preferredSecurityScheme: scheme },
    agent: { disabled: true },
    mcp: { disabled: true },
    telemetry: false,
    withDefaultFonts: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    documentDownloadType: 'direct',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    ...(theme !== undefined && { forceDarkModeState: theme, hideDarkModeToggle: true }),
  };
}

const assetPath = (name: string): string => `docs/assets/${name}`;
