import { statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { entriesOf, type Reader } from './setting-readers.ts';

/** Absolute paths of existing folders, separated as in PATH. */
export function folders(): Reader<readonly string[]> {
  return {
    read: (given = '', { invalid }) => {
      const paths = given
        .split(delimiter)
        .filter((path) => path !== '')
        .map((path) => resolve(path));
      for (const path of paths) {
        if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
          invalid(path, `existing folders, separated by ${delimiter}`);
      }
      return paths;
    },
  };
}

/** The absolute path of an existing folder. */
export function folder(): Reader<string | undefined> {
  return {
    read: (given, { invalid }) => {
      if (given === undefined) return undefined;
      if (statSync(given, { throwIfNoEntry: false })?.isDirectory() !== true)
        invalid(given, 'the path of an existing folder');
      return resolve(given);
    },
  };
}

/** The absolute path of an existing file. */
export function file(): Reader<string | undefined> {
  return {
    read: (given, { invalid }) => {
      if (given === undefined) return undefined;
      if (statSync(given, { throwIfNoEntry: false })?.isFile() !== true) invalid(given, 'the path of an existing file');
      return resolve(given);
    },
  };
}

/** Credentials of Jenkins, as `<namespace>/<credential id>`. */
export function credentials(): Reader<readonly string[]> {
  return {
    read: (given, { invalid }) => {
      const entries = entriesOf(given);
      const wrong = entries.find((entry) => !/^[a-z0-9][a-z0-9._-]*\/[A-Za-z0-9._-]+$/.test(entry));
      if (wrong !== undefined) invalid(wrong, '<namespace>/<credential id>, separated by commas');
      return entries;
    },
  };
}
