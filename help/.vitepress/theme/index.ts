import { useData, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { watch } from 'vue';
import './style.css';

const year = 365 * 24 * 60 * 60;

const theme: Theme = {
  extends: DefaultTheme,
  setup() {
    const { isDark } = useData();
    // The console and the next page start with what is chosen here.
    watch(isDark, (dark) => {
      document.cookie = `flowgate_theme=${dark ? 'dark' : 'light'}; path=/; max-age=${year}; samesite=strict`;
    });
  },
};

export default theme;
