import type { OptionDeclarations, OptionValues } from '../declaration/option-declaration.ts';

const group = 'Server';

/** The options of every command that uses a running Flowgate. */
export const gatewayOptions = {
  server: { value: 'URL', summary: 'the URL of Flowgate', variable: 'FLOWGATE_SERVER', group },
  token: {
    value: 'TOKEN',
    summary: 'an API token, or a token of your issuer; others can see it here, but not in the variable',
    variable: 'FLOWGATE_TOKEN',
    group,
  },
  user: {
    value: 'ID',
    summary: 'your user id, sent as x-oidc-sub; only if Flowgate trusts this machine',
    variable: 'FLOWGATE_USER',
    group,
  },
  context: { value: 'NAME', summary: 'the context to use, instead of the current one', completion: 'context', group },
} as const satisfies OptionDeclarations;

/** The same options for commands that use a server only if an option says so. */
export const localGatewayOptions = {
  ...gatewayOptions,
  server: { ...gatewayOptions.server, variable: undefined },
} as const satisfies OptionDeclarations;

export type GatewayOptions = Partial<OptionValues<typeof gatewayOptions>>;
