import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Response } from 'express';
import { packageRoot } from '../../config/package-root.ts';
import type { Contract } from '../contract/contract.ts';
import { docsPage } from '../documentation/docs-page.ts';
import type { OperationHandlers } from '../operation.ts';

/** The documentation page, which is generated once. */
export function documentationHandlers({
  contract,
  version,
}: {
  readonly contract: Contract;
  readonly version: string;
}) {
  const page = docsPage(contract, version);
  const style = readFileSync(join(packageRoot(), 'templates', 'docs', 'style.css'), 'utf8');
  return {
    getDocumentation: (_request, response) => {
      allowStyle(response);
      response.type('text/html').send(page);
    },

    getDocumentationStyle: (_request, response) => {
      response.type('text/css').send(style);
    },
  } satisfies Partial<OperationHandlers>;
}

/** Allows only the stylesheet and the empty icon, which keeps browsers from requesting one. */
function allowStyle(response: Response): void {
  const directives = [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  response.set('Content-Security-Policy', directives.join(';'));
}
