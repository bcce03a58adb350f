import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Reader } from './setting-readers.ts';

export type ArchivePlace =
  | { readonly kind: 'folder'; /** Absolute. */ readonly path: string }
  | { readonly kind: 's3'; readonly bucket: string; /** Without a `/` at either end. */ readonly prefix: string };

const maxDays = 36_500;

/** A number of days with a fraction. */
export function fractionalDays(fallback: number): Reader<number> {
  return {
    default: `\`${fallback}\``,
    read: (given, { invalid }) => {
      if (given === undefined) return fallback;
      const fits = /^\d{1,5}(\.\d+)?$/.test(given) && Number(given) <= maxDays;
      if (!fits) invalid(given, `a number from 0 to ${maxDays}`);
      return fits ? Number(given) : fallback;
    },
  };
}

export function archivePlace(): Reader<ArchivePlace | undefined> {
  return {
    read: (given, { invalid }) => {
      if (given === undefined) return undefined;
      if (given.startsWith('s3:')) {
        const { bucket, prefix = '' } =
          /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]+)(?<prefix>\/[\w./-]*)?$/.exec(given)?.groups ?? {};
        if (bucket === undefined) invalid(given, 's3://<bucket>/<prefix>, or the path of an existing folder');
        return { kind: 's3', bucket: bucket ?? '', prefix: prefix.replaceAll(/^\/+|\/+$/g, '') };
      }
      if (statSync(given, { throwIfNoEntry: false })?.isDirectory() !== true)
        invalid(given, 'the path of an existing folder, or s3://<bucket>/<prefix>');
      return { kind: 'folder', path: resolve(given) };
    },
  };
}
