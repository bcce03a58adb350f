export { searchAtOnce } from '../../src/language/expressions/search-at-once.ts';
