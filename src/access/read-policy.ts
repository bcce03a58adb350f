import { defaultFlowLimits } from '../language/document/flow-limits.ts';
import { parseFlowDocument } from '../language/document/parse-flow-document.ts';
import { PropertyReader, type PlacedText } from '../language/document/property-reader.ts';
import type { Reading } from '../language/document/reading.ts';
import { Suggestions } from '../language/document/suggestions.ts';
import { problemsOf } from '../language/flow/check-flow.ts';
import { enumerate, quoteShort } from '../problem/describe-value.ts';
import { severityOf } from '../problem/problem-catalogue.ts';
import type { Problem, ReportedProblem } from '../problem/problem.ts';
import { isJsonObject, type JsonObject } from '../text/json-value.ts';
import { AccessPolicy } from './access-policy.ts';
import { rights, type Grant, type Right } from './grant.ts';
import { isNamespacePattern } from './namespace-pattern.ts';

// A policy can be larger than a flow.
const limits = { ...defaultFlowLimits, flowBytes: 16 * 1024 * 1024 };

/** Parses a policy. If it is invalid, returns all problems instead. */
export function readPolicy(text: string): {
  readonly policy?: AccessPolicy;
  readonly problems: readonly ReportedProblem[];
} {
  const { document, problems: syntaxProblems, sourceRange } = parseFlowDocument({ text, format: 'yaml' }, limits);
  const reported = syntaxProblems.map(({ problem, source }): ReportedProblem => {
    return {
      code: problem.code,
      severity: severityOf(problem),
      message: problem.message,
      path: '',
      ...sourceRange(source),
    };
  });
  if (document === undefined) return { problems: reported };
  const found: Problem[] = [];
  const grants = readGrants(isJsonObject(document.value) ? document.value : {}, {
    sourceText: document.sourceText,
    suggestions: new Suggestions(),
    problems: found,
  });
  if (!isJsonObject(document.value))
    found.unshift({ code: 'not-a-mapping', message: 'A policy must be a map with "grants".', path: [] });
  const problems = [...reported, ...problemsOf(found, document)].filter(({ severity }) => severity === 'error');
  return problems.length === 0 ? { policy: new AccessPolicy(grants), problems } : { problems };
}

function readGrants(map: JsonObject, reading: Reading): readonly Grant[] {
  const policy = new PropertyReader({ map, path: [] }, reading);
  if (!policy.isMissing('grants') && policy.list('grants')?.length === 0)
    policy.report(
      'empty-list',
      'grants',
      'A policy must have at least one grant; without one, no user has any rights.',
    );
  const grants = policy
    .entries('grants')
    .maps()
    .map((placed) => readGrant(new PropertyReader(placed, reading)));
  policy.reportUnknown(new Set(['grants']));
  return grants;
}

function readGrant(grant: PropertyReader): Grant {
  const subjects = plainTexts(grant.texts('subjects'));
  const groups = plainTexts(grant.texts('groups'));
  const namespaces = readNamespaces(grant);
  const granted = readRights(grant);
  grant.reportUnknown(new Set(['subjects', 'groups', 'namespaces', 'rights']));
  if (subjects.length === 0 && groups.length === 0)
    grant.problems.push({
      code: 'missing-property',
      message: 'A grant must have "subjects", "groups" or both.',
      path: grant.path,
      at: 'first-key',
    });
  return { subjects, groups, namespaces, rights: granted };
}

function readNamespaces(grant: PropertyReader): readonly string[] {
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
