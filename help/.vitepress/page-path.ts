/**
 * Where a page of the repository is on the site: the README is the home page, and `docs` is the root.
 * @param file relative to the project's folder
 */
export function pagePath(file: string): string {
  if (file === 'README.md') return 'index.md';
  if (file === 'docs/README.md') return 'contents.md';
  const path = file.startsWith('docs/') ? file.slice('docs/'.length) : `project/${file.toLowerCase()}`;
  return path.replace(/README\.md$/i, 'index.md');
}
