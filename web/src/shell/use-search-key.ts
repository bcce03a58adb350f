import { useCallback, type RefObject } from 'react';
import { useKey } from './use-key.ts';

/** `/` moves the focus to a search field, unless the user types somewhere else. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  const focus = useCallback(() => {
    field.current?.focus();
    field.current?.select();
  }, [field]);
  useKey('/', focus);
}
