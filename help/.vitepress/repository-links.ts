import { existsSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { pagePath } from './page-path.ts';

/** What of VitePress' environment of a page is used. */
interface PageEnvironment {
  /** Of the source, or of where it would be with the path of its page; then `realPath` is of the source. */
  readonly path: string;
  readonly realPath?: string;
  /** Of the page on the site. */
  readonly relativePath: string;
}

/**
 * Leads links between files of the repository to the pages of the site. The contract becomes the gateway's own page at
 * `/docs`; what the site does not show, such as folders, is no link there.
 */
export function repositoryLinks(markdown: MarkdownRenderer, projectFolder: string): void {
  markdown.core.ruler.push('flowgate-links', ({ tokens, env }) => {
    const { path, realPath = path, relativePath } = env as PageEnvironment; // by VitePress
    const folder = posix.dirname(relative(projectFolder, realPath).replaceAll(sep, '/'));
    for (const { children } of tokens) {
      let isDropped = false;
      for (const token of children ?? []) {
        if (token.type === 'link_close' && isDropped) {
          Object.assign(token, { type: 'text', tag: '', nesting: 0 });
          isDropped = false;
        }
        const href = token.type === 'link_open' ? String(token.attrGet('href')) : '';
        if (href === '' || /^(?:#|[a-z]+:)/.test(href)) continue;
        const [file = '', heading] = decodeURI(href).split('#');
        const target = posix.join(folder, file);
        if (target === 'openapi.yaml') {
          token.attrSet('href', `${'../'.repeat(relativePath.split('/').length)}docs`);
          token.attrSet('target', '_self');
        } else if (target.endsWith('.md') && existsSync(join(projectFolder, target))) {
          const page = pagePath(target).replace(/(?:(^|\/)index)?\.md$/, '$1');
          token.attrSet('href', `/${page}${heading === undefined ? '' : `#${heading}`}`);
        } else {
          Object.assign(token, { type: 'text', tag: '', nesting: 0 });
          isDropped = true;
        }
      }
    }
  });
}

/** The anchor that the repository host creates for a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
