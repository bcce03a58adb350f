import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asProblem } from '../../api/api-problem.ts';
import { find, type Found } from './find.ts';

const millisecondsAfterTyping = 150;
const nothing: Found = { flows: [], executions: [] };

/** What the gateway finds for a text; what it found for an earlier one while it searches. */
export function useFound(text: string) {
  const client = useQueryClient();
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), millisecondsAfterTyping);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error, isFetching } = useQuery({
    queryKey: ['search', settled],
    queryFn: ({ signal }) => find(settled, client, signal),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
  });
  return {
    found: data ?? nothing,
    isSearching: settled !== text || isFetching,
    problem: error === null ? undefined : asProblem(error).message,
  };
}
