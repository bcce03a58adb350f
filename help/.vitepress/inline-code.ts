import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from 'vitepress';
import { baseMark } from '../../src/faces/http/documentation/base-mark.ts';

const script = 'appearance.js';

/**
 * Removes code that the content security policy forbids: VitePress' inline scripts, which a file replaces, and its two
 * style attributes. Scripts set one of these again; the other is in the stylesheet.
 */
export function withoutInlineCode(html: string): string {
  const source = `<script src="${baseMark}/help/${script}"></script>`;
  const [first, second] = [/<script id="check-dark-mode">[^]*?<\/script>/, /<script id="check-mac-os">[^]*?<\/script>/];
  if (!first.test(html) || !second.test(html)) throw new Error('VitePress has other inline scripts than before');
  return html
    .replace(first, source)
    .replace(second, '')
    .replaceAll(/ style="(?:--vp-vh:0px|position:relative);?"/g, '');
}

export function writeScript({ outDir }: SiteConfig): void {
  copyFileSync(join(import.meta.dirname, 'theme', script), join(outDir, script));
}
