// Runs before the first paint, so that the page has its colours from the start. The cookie is that of the console.
const theme = /(?:^|; )flowgate_theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1] ?? 'auto';
localStorage.setItem('vitepress-theme-appearance', theme);
const isDark = theme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
document.documentElement.classList.toggle('dark', isDark);
document.documentElement.classList.toggle('mac', /Mac|iPhone|iPod|iPad/i.test(navigator.platform));
