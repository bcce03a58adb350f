import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Schema } from '../../../../../src/api-client/operation-types.ts';
import { outlineQuery, type FlowText } from '../../../api/flow-queries.ts';

const millisecondsAfterTyping = 300;

/** The tasks of a text that is edited: of the last one that could be read, undefined until there is one. */
export function useOutline(now: FlowText): {
  readonly outline: Schema<'Outline'> | undefined;
  readonly error: unknown;
} {
  const [settled, setSettled] = useState(now);
  const { text, mediaType } = now;
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ text, mediaType }), millisecondsAfterTyping);
    return () => clearTimeout(timer);
  }, [text, mediaType]);
  const { data, error } = useQuery(outlineQuery(settled));
  const last = useRef(data);
  if (data !== undefined && (data.nodes.length > 0 || last.current === undefined)) last.current = data;
  return { outline: last.current, error };
}
