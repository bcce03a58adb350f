import type { BuiltFiles } from '../built-files/built-files.ts';
import { apiPage, apiPagePolicy } from '../documentation/api-page.ts';
import type { IdentityVerifier } from '../identity/identity-verifier.ts';
import type { Contract } from '../openapi/contract.ts';
import type { OperationHandlers } from '../operation.ts';
import { chosenTheme } from '../theme-cookie.ts';

export interface DocumentationHandlersOptions {
  readonly contract: Contract;
  readonly version: string;
  readonly mode: IdentityVerifier['mode'];
  readonly files: BuiltFiles;
}

/** The contract as a page. */
export function documentationHandlers({ contract, version, mode, files }: DocumentationHandlersOptions) {
  const scheme = mode === 'jwt' ? 'jwt' : 'user';
  return {
    getDocumentation: (request, response) => {
      response.set({ 'Content-Security-Policy': apiPagePolicy, 'Referrer-Policy': 'no-referrer' });
      const theme = chosenTheme(request);
      response.type('text/html').send(apiPage({ files, title: contract.info.title, version, scheme, theme }));
    },
  } satisfies Partial<OperationHandlers>;
}
