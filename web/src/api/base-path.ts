/** The path below which the gateway serves everything, without a trailing slash; empty for the root. */
export const basePath = document.querySelector<HTMLMetaElement>('meta[name="flowgate-base-path"]')?.content ?? '';

/** An address of the API for links, such as downloads. */
export function apiUrl(path: string): string {
  return `${location.origin}${basePath}${path}`;
}
