import { isFlowName } from './is-flow-name.ts';

/** As many as the home page asks for. */
const most = 20;
/** What their keys begin with; the escaped user that follows has no space. */
const keyStart = 'flowgate.favourites ';

const listeners = new Set<() => void>();
let read: { readonly stored: string | null; readonly names: readonly string[] } = { stored: null, names: [] };

/**
 * Adds a flow, or removes it. Beyond the limit, the oldest is removed.
 * @param user whose favourites no other user of this browser sees; undefined for an unknown one
 */
export function toggleFavourite(user: string | undefined, name: string): void {
  const before = favourites(user);
  const others = before.filter((each) => each !== name);
  const names = others.length < before.length ? others : [...others, name].slice(-most);
  localStorage.setItem(keyOf(user), JSON.stringify(names));
  for (const listener of listeners) listener();
}

/** The names of the favourite flows of a user, such as `shop/release`, in the order in which they were added. */
export function favourites(user: string | undefined): readonly string[] {
  const stored = localStorage.getItem(keyOf(user));
  if (stored !== read.stored) read = { stored, names: namesIn(stored) };
  return read.names;
}

/** The favourites that the page probably needs, before its user is known: those of the only user of this browser. */
export function probableFavourites(): readonly string[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyStart));
  return keys.length === 1 ? namesIn(localStorage.getItem(keys[0]!)) : [];
}

function keyOf(user = ''): string {
  return `${keyStart}${encodeURIComponent(user)}`;
}

/** Other programs can have written anything. */
function namesIn(stored: string | null): readonly string[] {
  try {
    const names: unknown = JSON.parse(stored ?? '[]');
    const isName = (name: unknown): name is string => typeof name === 'string' && isFlowName(name);
    return Array.isArray(names) ? [...new Set(names.filter(isName))].slice(-most) : [];
  } catch {
    return [];
  }
}

/** Calls a listener after each change. @returns what stops it */
export function onFavourites(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
