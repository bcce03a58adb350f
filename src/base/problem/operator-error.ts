/** The errors with a message for the operator, which is shown without a stack. */
const operatorErrors: ReadonlySet<string> = new Set([
  'ConfigurationError',
  'OperatorFileError',
  'FormerControllerError',
  'OwnRedisError',
  'ListenError',
  'TaskRegistryError',
  'KeyFileError',
  'StoreFormatError',
  'BackupError',
]);

export function isOperatorError(error: unknown): error is Error {
  return error instanceof Error && operatorErrors.has(error.name);
}
