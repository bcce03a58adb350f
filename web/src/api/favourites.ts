const storageKey = 'flowgate.favourites';
/** As many as the home page asks for. */
const most = 20;

const listeners = new Set<() => void>();
let read: { readonly stored: string | null; readonly names: readonly string[] } = { stored: null, names: [] };

/** Adds a flow, or removes it. Beyond the limit, the oldest is removed. */
export function toggleFavourite(name: string): void {
  const others = favourites().filter((each) => each !== name);
  const names = others.length < favourites().length ? others : [...others, name].slice(-most);
  localStorage.setItem(storageKey, JSON.stringify(names));
  for (const listener of listeners) listener();
}

/** The names of the favourite flows of this browser, such as `shop/release`, in the order in which they were added. */
export function favourites(): readonly string[] {
  const stored = localStorage.getItem(storageKey);
  if (stored !== read.stored) read = { stored, names: namesIn(stored) };
  return read.names;
}

/** Other programs can have written anything. */
function namesIn(stored: string | null): readonly string[] {
  try {
    const names: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string').slice(-most) : [];
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
