/**
 * Who the browser says that it is: on the gateway's own machine a name that the user has chosen, elsewhere nothing,
 * because a proxy adds the user id.
 */
const storageKey = 'flowgate.name';

export function chosenName(): string | undefined {
  return localStorage.getItem(storageKey) ?? undefined;
}

export function chooseName(name: string): void {
  localStorage.setItem(storageKey, name);
}

export function forgetName(): void {
  localStorage.removeItem(storageKey);
}

/** The headers of every request to the API. */
export function sessionHeaders(): Readonly<Record<string, string>> {
  const name = chosenName();
  return name === undefined ? {} : { 'x-oidc-sub': name };
}
