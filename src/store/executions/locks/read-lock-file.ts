import { isNamespacePattern } from '../../../access/namespace-pattern.ts';
import { readOperatorFile, type OperatorFile } from '../../../access/operator-file.ts';
import { readNamespaces } from '../../../access/read-policy.ts';
import { quoteShort } from '../../../base/problem/describe-value.ts';
import type { PropertyReader } from '../../../language/document/property-reader.ts';
import { isLockName, lockNameWords } from '../../../language/flow/lock.ts';
import type { LockDeclaration, LockFile, RunningLimit } from './lock-file.ts';

const maxPermits = 1_000_000;

/** Parses the file of locks. If it is invalid, returns all problems instead. */
export function readLockFile(text: string): OperatorFile<LockFile> {
  return readOperatorFile(text, 'The file of locks must be a map with "locks", "running" or both.', readRoot);
}

function readRoot(root: PropertyReader): LockFile {
  const locks = readLocks(root.mapAt('locks'));
  const running = readRunning(root.mapAt('running'));
  root.reportUnknown(new Set(['locks', 'running']));
  return { locks, running };
}

function readLocks(map: PropertyReader | undefined): readonly LockDeclaration[] {
  return (map?.names ?? []).flatMap((name) => {
    if (map === undefined || map.isMissing(name)) return [];
    const rest = name.endsWith('*') ? name.slice(0, -1) : name;
    if (rest !== '' && !isLockName(rest)) {
      const message = `${quoteShort(name)} is not a valid name of a lock; allowed: ${lockNameWords}, and "*" at the end for all names with that prefix.`;
      map.report('invalid-id', name, message, { at: 'key' });
    }
    const lock = map.mapAt(name);
    return lock === undefined ? [] : [readLock(name, lock)];
  });
}

function readLock(name: string, lock: PropertyReader): LockDeclaration {
  const permits = readCount(lock, 'permits') ?? 1;
  const namespaces = readNamespaces(lock);
  lock.reportUnknown(new Set(['permits', 'namespaces']));
  return { name, permits, namespaces };
}

function readRunning(map: PropertyReader | undefined): readonly RunningLimit[] {
  return (map?.names ?? []).flatMap((namespaces) => {
    if (map === undefined || map.isMissing(namespaces)) return [];
    if (!isNamespacePattern(namespaces)) {
      const message = `${quoteShort(namespaces)} is not a namespace; allowed: a namespace, "<namespace>.*" for each namespace below it, or "*" for each.`;
      map.report('invalid-value', namespaces, message, { at: 'key' });
    }
    const max = readCount(map, namespaces);
    return max === undefined ? [] : [{ namespaces, max }];
  });
}

function readCount(reader: PropertyReader, key: string): number | undefined {
  const count = reader.integer(key);
  if (count !== undefined && (count < 1 || count > maxPermits))
    reader.report('invalid-value', key, `${quoteShort(key)} must be from 1 to ${maxPermits}; found ${count}.`);
  return count;
}
