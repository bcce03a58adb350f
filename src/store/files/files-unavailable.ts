import { AppError } from '../../problem/app-error.ts';

/** An error of the file system becomes one that a client can understand; every other stays what it is. */
export function filesUnavailable(error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  const code = String(error.code);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('insufficient-storage', 'The disk for files is full.', {}, { cause: error });
  return new AppError(
    'files-unavailable',
    `The folder for files cannot be used at the moment: ${code}.`,
    {},
    { cause: error },
  );
}
