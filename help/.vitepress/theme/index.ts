import { useData, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h, watch } from 'vue';
import './style.css';

const year = 365 * 24 * 60 * 60;

/** The gateway's own pages, which are outside of the site. */
function ProductLinks() {
  const { site } = useData();
  const link = (path: string, text: string) =>
    h('a', { class: 'product-link', href: site.value.base.replace(/help\/$/, path), target: '_self' }, text);
  return [link('ui', 'Console'), link('docs', 'HTTP API')];
}

const theme: Theme = {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-after': () => h(ProductLinks),
      'nav-screen-content-after': () => h(ProductLinks),
    }),
  setup() {
    const { isDark } = useData();
    // The console and the next page start with the theme chosen here; VitePress stores `auto` for the browser's choice.
    watch(
      isDark,
      () => {
        const chosen = localStorage.getItem('vitepress-theme-appearance') ?? 'auto';
        const age = chosen === 'auto' ? 0 : year;
        document.cookie = `flowgate_theme=${chosen}; path=/; max-age=${age}; samesite=strict`;
      },
      { flush: 'post' },
    );
  },
};

export default theme;
