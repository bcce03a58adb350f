/**
 * Where a page of the repository is on the site: `docs` is the root, and its README the home page.
 * @param file relative to the project's folder
 */
export function pagePath(file: string): string {
  const path = file.startsWith('docs/') ? file.slice('docs/'.length) : `project/${file.toLowerCase()}`;
  return path.replace(/README\.md$/i, 'index.md');
}
