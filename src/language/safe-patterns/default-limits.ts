// Apart from what checks them, so that reading them loads no engine of patterns or schemas.

/** The default max length of a pattern, in UTF-16 code units (docs/reference/configuration.md). */
export const defaultPatternLength = 1000;

/**
 * The default max size of all JSON Schemas of a flow together, in values as `schemaSize` counts them
 * (docs/reference/configuration.md).
 */
export const defaultSchemaValues = 2000;
