import type { Right } from '../../api/may.ts';
import type { ApiToken, NewToken } from '../../api/token-queries.ts';

export const tokenRights: readonly Right[] = ['read', 'write', 'execute'];

/** How long a token is valid. */
export const lifetimes = [
  { value: '7', text: 'in 7 days' },
  { value: '30', text: 'in 30 days' },
  { value: '90', text: 'in 90 days' },
  { value: '365', text: 'in a year' },
  { value: 'never', text: 'never' },
] as const;
type Lifetime = (typeof lifetimes)[number]['value'];

/** What a token is for: the API, the tools for agents, or both. */
export const usedByChoices = [
  { value: 'http', text: 'programs: the API and the command line' },
  { value: 'mcp', text: 'agents: only the tools at /mcp' },
  { value: 'http mcp', text: 'programs and agents' },
] as const;
type UsedBy = (typeof usedByChoices)[number]['value'];

/** What the fields of the form hold. */
export interface TokenForm {
  readonly name: string;
  /** Separated by spaces or commas. */
  readonly namespaces: string;
  readonly rights: readonly Right[];
  readonly usedBy: UsedBy;
  readonly lifetime: Lifetime;
}

export type TokenFormProblems = Readonly<Partial<Record<keyof TokenForm, string>>>;

const dayMilliseconds = 24 * 60 * 60 * 1000;

function namespacesIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

/** What is wrong with the form; empty if it can be sent. The gateway checks it again. */
export function problemsOf({ name, namespaces, rights }: TokenForm): TokenFormProblems {
  const patterns = namespacesIn(namespaces);
  const wrong = patterns.find((pattern) => !/^(\*|[a-z0-9][a-z0-9._-]*(\.\*)?)$/.test(pattern));
  return {
    ...(!/^[a-z0-9][a-z0-9._-]{0,62}$/.test(name) && {
      name: 'Use at most 63 lowercase letters, digits, “.”, “_” and “-”.',
    }),
    ...(patterns.length === 0 && { namespaces: 'Enter at least one namespace.' }),
    ...(wrong !== undefined && { namespaces: `“${wrong}” is not a namespace or a namespace pattern.` }),
    ...(rights.length === 0 && { rights: 'Choose at least one right.' }),
  };
}

/** The request for a form without problems. */
export function requestOf({ name, namespaces, rights, usedBy, lifetime }: TokenForm, now: number): NewToken {
  const expiresAt = lifetime === 'never' ? null : new Date(now + Number(lifetime) * dayMilliseconds).toISOString();
  return {
    name,
    namespaces: [...namespacesIn(namespaces)],
    rights: tokenRights.filter((right) => rights.includes(right)),
    surfaces: (['http', 'mcp'] as const).filter((surface) => usedBy.includes(surface)),
    expiresAt,
  };
}

const usersOfSurfaces = { http: 'programs', mcp: 'agents' } as const;

/** Who uses a token, in words. */
export function usersOf({ surfaces }: Pick<ApiToken, 'surfaces'>): string {
  return surfaces.map((surface) => usersOfSurfaces[surface]).join(' and ');
}

/** Whether a token has expired. */
export function isExpired({ expiresAt }: { readonly expiresAt?: string }, now: number): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) <= now;
}
