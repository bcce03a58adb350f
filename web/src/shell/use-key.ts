import { useEffect } from 'react';

/** Calls back for a key, unless the user types somewhere or has opened a dialog. @param onPress must not change */
export function useKey(key: string, onPress: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isTyping(event.target) || isInDialog(event.target)) return;
      event.preventDefault();
      onPress();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [key, onPress]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog]') !== null;
}
