import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../../src/faces/api-client/operation-types.ts';
import { may, type Right } from './may.ts';
import { whoAmIQuery } from './system-queries.ts';

/** `may` for the user of this page; false until the rights have loaded. */
export function useMay(): (right: Right, namespace: string) => boolean {
  const { data } = useQuery(whoAmIQuery());
  return (right, namespace) => data !== undefined && may(data, right, namespace);
}

/** Whether the user of this page may change a flow: nobody here may if a repository owns its namespace. */
export function useMayChange({ namespace, owner }: Pick<Schema<'Flow'>, 'namespace' | 'owner'>): boolean {
  return useMay()('write', namespace) && owner === undefined;
}

/** Whether the user of this page has a right in at least one namespace. */
export function useMaySomewhere(): (right: Right) => boolean {
  const { data } = useQuery(whoAmIQuery());
  return (right) => data?.rights.some(({ rights }) => rights.includes(right)) === true;
}

/** The id of the user of this page; undefined while it is loading, and for an unknown user. */
export function useSubject(): string | undefined {
  return useQuery(whoAmIQuery()).data?.subject;
}
