import { enumerate, quoteShort } from '../base/problem/describe-value.ts';
import { PropertyReader, type PlacedText } from '../language/document/property-reader.ts';
import { priorities } from '../language/flow/lock.ts';
import { AccessPolicy } from './access-policy.ts';
import { rights, type Grant, type Right } from './grant.ts';
import { isReservedSubject, reservedSubject } from './identity.ts';
import { isNamespacePattern } from './namespace-pattern.ts';
import { readOperatorFile, type OperatorFile } from './operator-file.ts';

/** Parses a policy. If it is invalid, returns all problems instead. */
export function readPolicy(text: string): OperatorFile<AccessPolicy> {
  const read = (root: PropertyReader) => new AccessPolicy(readGrants(root));
  return readOperatorFile(text, 'A policy must be a map with "grants".', read);
}

function readGrants(policy: PropertyReader): readonly Grant[] {
  if (!policy.isMissing('grants') && policy.list('grants')?.length === 0)
    policy.report(
      'empty-list',
      'grants',
      'A policy must have at least one grant; without one, no user has any rights.',
    );
  const grants = policy
    .entries('grants')
    .maps()
    .map((placed) => readGrant(new PropertyReader(placed, policy.reading)));
  policy.reportUnknown(new Set(['grants']));
  return grants;
}

function readGrant(grant: PropertyReader): Grant {
  const subjects = readSubjects(grant);
  const groups = plainTexts(grant.texts('groups'));
  const namespaces = readNamespaces(grant);
  const granted = readRights(grant);
  const maxPriority = readMaxPriority(grant);
  grant.reportUnknown(new Set(['subjects', 'groups', 'namespaces', 'rights', 'max_priority']));
  if (subjects.length === 0 && groups.length === 0)
    grant.problems.push({
      code: 'missing-property',
      message: 'A grant must have "subjects", "groups" or both.',
      path: grant.path,
      at: 'first-key',
    });
  return { subjects, groups, namespaces, rights: granted, ...(maxPriority !== undefined && { maxPriority }) };
}

function readSubjects(grant: PropertyReader): readonly string[] {
  const entries = grant.texts('subjects') ?? [];
  for (const { text, index } of entries)
    if (isReservedSubject(text))
      grant.report('invalid-value', 'subjects', `The user ${quoteShort(text)} ${reservedSubject}.`, { below: [index] });
  return plainTexts(entries);
}

function readMaxPriority(grant: PropertyReader): number | undefined {
  const { default: least, max } = priorities;
  const value = grant.integer('max_priority');
  if (value !== undefined && (value < least || value > max)) {
    const message = `"max_priority" must be from ${least}, which everybody who writes a flow may use, to ${max}; found ${value}.`;
    grant.report('invalid-value', 'max_priority', message);
  }
  return value;
}

/** The required `namespaces` of a part of an operator's file. */
export function readNamespaces(grant: PropertyReader): readonly string[] {
  const entries = requiredTexts(grant, 'namespaces');
  for (const { text, index } of entries) {
    if (isNamespacePattern(text)) continue;
    grant.report(
      'invalid-value',
      'namespaces',
      `${quoteShort(text)} is not a namespace; allowed: a namespace, "<namespace>.*" for all namespaces below it, or "*".`,
      { below: [index] },
    );
  }
  return plainTexts(entries);
}

function readRights(grant: PropertyReader): readonly Right[] {
  return requiredTexts(grant, 'rights').flatMap(({ text, index }) => {
    const right = rights.find((candidate) => candidate === text);
    if (right === undefined)
      grant.report('invalid-value', 'rights', `${quoteShort(text)} is not a right; allowed: ${enumerate(rights)}.`, {
        below: [index],
      });
    return right ?? [];
  });
}

function requiredTexts(grant: PropertyReader, key: string): readonly PlacedText[] {
  if (grant.isMissing(key)) return [];
  const texts = grant.texts(key);
  if (texts?.length === 0) grant.report('empty-list', key, `${quoteShort(key)} must have at least one item.`);
  return texts ?? [];
}

function plainTexts(entries: readonly PlacedText[] | undefined): readonly string[] {
  return entries?.map(({ text }) => text) ?? [];
}
