import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { parse } from 'yaml';
// @ts-expect-error a script without types
import { listPackages } from '../scripts/setup/licences.mjs';
import { consoleFonts, fontPackages } from './console-fonts.ts';

const gateway = process.env.FLOWGATE_SERVER ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  // The gateway fills in the base path of the page; chunks find each other relatively.
  base: './',
  plugins: [
    react(),
    listPackages(fontPackages),
    consoleFonts(),
    preloadApp(),
    listParts(),
    {
      name: 'flowgate:fill-in-marks',
      apply: 'serve',
      transformIndexHtml: (html) =>
        html
          .replace('%FLOWGATE_THEME%', 'system')
          // The rest belongs to a gateway that requires a base path, a nonce or to sign in.
          .replaceAll(/%FLOWGATE_\w+%/g, ''),
    },
  ],
  build: {
    target: 'es2022',
    outDir: '../dist/web',
    emptyOutDir: true,
    // Lists the chunks of each page.
    manifest: true,
    // The content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    // Few, large files: on a slow connection, a request costs more than the bytes that it saves.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Each with all that it imports.
          groups: [
            { name: 'main', test: /src\/main\.ts$/, priority: 2 },
            { name: 'app', test: /src\/app\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    fs: { allow: ['..'] },
    proxy: Object.fromEntries(apiPaths().map((path) => [path, { target: gateway, changeOrigin: true }])),
  },
});

/** Lets the page load the app together with its tiny entry, which imports it. */
function preloadApp(): Plugin {
  return {
    name: 'flowgate:preload-app',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' && file.name === 'app' ? [file.fileName, ...file.imports] : [],
        );
        return files.map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
        }));
      },
    },
  };
}

/** Lists what the page does not load at once, which `fetchParts` fetches later. */
function listParts(): Plugin {
  return {
    name: 'flowgate:list-parts',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        // The entry is part of another chunk.
        const files = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' && !file.isEntry ? [file.fileName] : [],
        );
        const later = files.filter((file) => !html.includes(file));
        return later.map((file) => ({ tag: 'link', attrs: { rel: 'later', href: `./${file}` }, injectTo: 'head' }));
      },
    },
  };
}

/** The first segments of all paths of the API, as patterns. */
function apiPaths(): readonly string[] {
  const contract = parse(readFileSync(join(import.meta.dirname, '../openapi.yaml'), 'utf8')) as {
    readonly paths: Readonly<Record<string, unknown>>;
  }; // our own file
  const segments = Object.keys(contract.paths).map((path) => path.split('/')[1] ?? '');
  return [...new Set(segments)].map((segment) => `^/${segment.replaceAll('.', '\\.')}(?:[/?]|$)`);
}
