import { expect, it } from 'vitest';
import { AccessPolicy } from '../../src/access/access-policy.ts';
import { effectiveGrants, mayDo } from '../../src/access/effective-grants.ts';
import { rights as allRights, type Right } from '../../src/access/grant.ts';
import type { Identity } from '../../src/access/identity.ts';

const policy = new AccessPolicy([
  { subjects: ['ada'], groups: [], namespaces: ['team', 'team.*'], rights: ['read', 'write'] },
  { subjects: [], groups: ['runners'], namespaces: ['team.sub'], rights: ['execute'] },
  { subjects: ['token:ci'], groups: [], namespaces: ['*'], rights: allRights },
]);

function token(namespaces: readonly string[], rights: readonly Right[], creator = 'ada'): Identity {
  return {
    subject: 'token:ci',
    groups: [],
    token: { id: 'x', namespaces, rights, surfaces: ['http'], creator: { subject: creator, groups: ['runners'] } },
  };
}

const namespaces = ['team', 'team.sub', 'team.sub.deep', 'teams', 'other', '*', 'team.*', 'team.sub.*'];

it.each<[Identity, AccessPolicy | undefined]>([
  [{ subject: 'ada', groups: [] }, policy],
  [{ subject: 'ada', groups: ['runners'] }, policy],
  [{ subject: 'ada', groups: [] }, undefined],
  [token(['*'], allRights), policy],
  [token(['team.*'], ['read', 'execute']), policy],
  [token(['team'], ['read']), undefined],
  [token(['other', 'team.sub.*'], allRights), policy],
  [token(['*'], allRights, 'nobody'), policy],
])('the grants of %j say what it may do', (identity, rules) => {
  const grants = new AccessPolicy(
    effectiveGrants(identity, rules).map((grant) => ({ ...grant, subjects: ['*'], groups: [] })),
  );
  for (const namespace of namespaces)
    for (const right of allRights)
      expect([namespace, right, grants.may(identity, right, namespace)]).toEqual([
        namespace,
        right,
        mayDo(identity, rules, right, namespace),
      ]);
});

it('a token has the rights that both it and its creator have, whatever the policy says of its name', () => {
  expect(effectiveGrants(token(['team.sub', 'other'], ['read', 'execute']), policy)).toEqual([
    { namespaces: ['team.sub'], rights: ['read'] },
    { namespaces: ['team.sub'], rights: ['execute'] },
  ]);
  expect(effectiveGrants(token(['team'], ['execute']), policy)).toEqual([]);
  expect(effectiveGrants(token(['team.*'], ['execute']), undefined)).toEqual([
    { namespaces: ['team.*'], rights: ['execute'] },
  ]);
});
