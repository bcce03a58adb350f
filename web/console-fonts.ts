import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// @ts-expect-error a package without types
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const packages = join(import.meta.dirname, '..', 'node_modules');

interface Font {
  readonly name: string;
  /** OpenType features that are kept: kerning, accents, digits of one width. */
  readonly features: readonly string[];
}

const fonts: readonly Font[] = [
  { name: 'inter', features: ['kern', 'ccmp', 'calt', 'tnum'] },
  { name: 'jetbrains-mono', features: [] },
];
const weights = { min: 400, max: 700 };
/** All of Latin-1, and the punctuation of interfaces; browsers take others from the fonts of the system. */
const characters = [...codes(0x20, 0x7e), ...codes(0xa0, 0xff), ...'–—‘’‚“”„•…‹›€™−ıŒœ'].join('');

/** The packages of the fonts, for `listPackages`: their files are no modules. */
export const fontPackages: readonly string[] = fonts.map(({ name }) => join(folderOf(name), 'package.json'));

/** Provides `@fonts/<name>.woff2` to CSS: what the console uses of a font, which is half of it. Preloads the first. */
export function consoleFonts(): Plugin {
  return {
    name: 'flowgate:console-fonts',
    config: async () => ({
      resolve: {
        alias: await Promise.all(
          fonts.map(async (font) => ({ find: `@fonts/${font.name}.woff2`, replacement: await subset(font) })),
        ),
      },
    }),
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const isPreloaded = (file: string) => new RegExp(`/${fonts[0]?.name}-[^/]*\\.woff2$`).test(file);
        return Object.keys(bundle)
          .filter(isPreloaded)
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` },
          }));
      },
    },
  };
}

/** @returns the path of the smaller font, which stays for the next build */
async function subset({ name, features }: Font): Promise<string> {
  const font = readFileSync(join(folderOf(name), 'files', `${name}-latin-wght-normal.woff2`));
  const options = { targetFormat: 'woff2', variationAxes: { wght: weights }, keepFeatures: features };
  const digest = createHash('sha256').update(font).update(characters).update(JSON.stringify(options)).digest('hex');
  const folder = join(packages, '.cache', 'flowgate-fonts', digest.slice(0, 16));
  const file = join(folder, `${name}.woff2`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  // Another build may read it at this moment.
  const part = `${file}-${process.pid}`;
  writeFileSync(part, (await subsetFont(font, characters, options)) as Buffer);
  renameSync(part, file);
  return file;
}

function folderOf(name: string): string {
  return join(packages, '@fontsource-variable', name);
}

function codes(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}
