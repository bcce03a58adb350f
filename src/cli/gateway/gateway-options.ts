/** The options of every command that uses a running Flowgate, for `parseArguments`. */
export const gatewayOptions = { server: {}, user: {}, token: {} } as const;

/** The same options for `--help`. */
export const gatewayOptionsHelp = `  --server URL     the URL of Flowgate (or FLOWGATE_SERVER)
  --user ID        your user id, sent as x-oidc-sub (or FLOWGATE_USER)
  --token TOKEN    a bearer token (or FLOWGATE_TOKEN, which other users of this machine cannot see)`;
