import { AppError } from '../../base/problem/app-error.ts';
import { dataSizeText } from '../../base/text/data-size.ts';
import { maxObjectBytes } from './archive.ts';

/** Whether an error says that the archive has lost or damaged an object. */
export function isDamage(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'archive-damaged';
}

/** @param what a predicate, such as `is missing` */
export function archiveDamaged(object: string, what: string, cause?: unknown): AppError {
  return new AppError(
    'archive-damaged',
    `The archive of ended executions is damaged: its object ${object} ${what}. Restore it from a copy of the archive.`,
    { object },
    { cause },
  );
}

export function objectTooLarge(object: string): AppError {
  return archiveDamaged(object, `has more than ${dataSizeText(maxObjectBytes)}`);
}
