import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer, SiteConfig } from 'vitepress';

const stylesheet = 'drawings.css';
const rules = new Set<string>();

/** Draws the Mermaid of the pages when the site is built, with the colours of the page. */
export const drawings = {
  stylesheet,

  draw({ renderer }: MarkdownRenderer): void {
    const { fence } = renderer.rules;
    if (fence === undefined) throw new Error('The renderer has no rule for blocks of code');
    renderer.rules.fence = (...block) => {
      const [tokens, index] = block;
      const token = tokens[index];
      return token?.info === 'mermaid' ? drawing(token.content) : fence(...block);
    };
  },

  write({ outDir }: SiteConfig): void {
    writeFileSync(join(outDir, stylesheet), [...rules].join('\n'));
  },
};

/**
 * As an element without the styles that the content security policy forbids; they go into the stylesheet. Its text
 * alternative is the `accTitle`, which GitHub reads and the renderer does not.
 */
function drawing(source: string): string {
  const [line = '', title] = /^ *accTitle: *([^<>&"\n]+)\n/m.exec(source) ?? [];
  if (title === undefined) throw new Error(`A drawing needs an accTitle:\n${source}`);
  const svg = renderMermaidSVG(source.replace(line, ''))
    .replace(/ style="[^"]*"/, '')
    .replace('<svg ', `<svg role="img" aria-label="${title}" `);
  const styled = svg.replace(/<style>(.*?)<\/style>/s, (_style, text: string) => {
    rules.add(ofDrawings(text));
    return '';
  });
  if (/<style| style=/.test(styled)) throw new Error('A drawing has styles of its own');
  return `<div class="drawing" v-pre>${styled}</div>\n`;
}

/** Without fonts of other servers. */
function ofDrawings(style: string): string {
  return style
    .replaceAll(/@import [^\n]*\n/g, '')
    .replaceAll(/font-family:[^;]*;/g, '')
    .replaceAll(/^\s*(svg|text|\.[\w-]+)(?=[^\n]*\{)/gm, '.drawing $1');
}
