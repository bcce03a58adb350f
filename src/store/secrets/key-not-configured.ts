import { AppError } from '../../problem/app-error.ts';

/** Without a key nothing is sealed, and what would have to be is not taken. @param what is to be sealed, in the plural */
export function keyNotConfigured(what: string): AppError {
  return new AppError('key-not-configured', `FLOWGATE_KEY is missing; with REDIS_URL it seals ${what} there.`);
}
