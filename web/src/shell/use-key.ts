import { useEffect, useRef, type RefObject } from 'react';
import { touchScreen, useMedia } from '../components/use-media.ts';

const isMac = /^(?:Mac|iP)/.test(navigator.platform);
/** The key that shortcuts of the browser are pressed with. */
export const controlKey = isMac ? '⌘' : 'Ctrl';

/**
 * Calls back for a key: without Ctrl or Cmd, unless the user types somewhere or has opened a dialog; with it, wherever
 * the focus is on the page.
 */
export function useKey(key: string, onPress: (() => void) | undefined, withControl = false): void {
  const latest = useRef(onPress);
  useEffect(() => {
    latest.current = onPress;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== key || event.altKey || isWithControl(event) !== withControl) return;
      if (withControl ? event.shiftKey : event.defaultPrevented || isTaken(event.target)) return;
      if (latest.current === undefined) return;
      event.preventDefault();
      if (withControl) event.stopPropagation();
      latest.current();
    };
    // Before the editor, which has its own Ctrl+Enter.
    const options = { capture: withControl };
    document.addEventListener('keydown', onKeyDown, options);
    return () => document.removeEventListener('keydown', onKeyDown, options);
  }, [key, withControl]);
}

/** `/` moves the focus to a search field, if there is one. */
export function useSearchKey(field: RefObject<HTMLInputElement | null> | undefined): void {
  const focus = () => {
    field?.current?.focus();
    field?.current?.select();
  };
  useKey('/', field && focus);
}

/** On a Mac, fields have shortcuts of their own with Ctrl. */
function isWithControl({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return isMac ? metaKey : ctrlKey || metaKey;
}

/** What a search field says about itself, with its key. */
export function useKeyHint(text: string): string {
  return useMedia(touchScreen) ? text : `${text} ( / )`;
}

export function isInDialog(element: EventTarget | null): boolean {
  return element instanceof Element && element.closest('[role=dialog], [role=alertdialog]') !== null;
}

/** Whether the user types there, or it is in a dialog. */
function isTaken(target: EventTarget | null): boolean {
  if (target instanceof HTMLElement && target.isContentEditable) return true;
  return isInDialog(target) || (target instanceof Element && target.closest('input, textarea, select') !== null);
}
