/** What an API token can be used for: the HTTP API with the command line, or the tools for agents at `/mcp`. */
export const surfaces = ['http', 'mcp'] as const;

export type Surface = (typeof surfaces)[number];

/** The surfaces of a token for which none were chosen. */
export const defaultSurfaces: readonly Surface[] = ['http'];
