import { expect, it } from 'vitest';
import { returnTarget } from '../../web/src/sign-in/return-target.ts';

const origin = 'https://flowgate.example';

it.each([
  '/tools/ui/flows',
  '/tools/ui/flows/examples/hello?tab=run&inputs.user_name=Ada#input-user_name',
  '/tools/ui/executions/1?q=https://evil.example/#L7',
])('%s is where the user wanted to go', (target) => {
  expect(returnTarget(target, { origin, basePath: '/tools' })).toBe(target);
  expect(returnTarget(`${origin}${target}`, { origin, basePath: '/tools' })).toBe(target);
});

it.each([
  undefined,
  7,
  '',
  '/',
  '/tools',
  '/tools/flows/examples/hello',
  '/tools/uix',
  '/tools/ui/sign-in?code=1',
  '/other/ui/flows',
  '/tools/ui/../../other',
  '/tools/ui/..//evil.example/',
  '//evil.example/tools/ui/flows',
  '/\\evil.example/tools/ui/flows',
  '\\\\evil.example/tools/ui/flows',
  'https://evil.example/tools/ui/flows',
  'https://flowgate.example@evil.example/tools/ui/flows',
  'http://flowgate.example/tools/ui/flows',
  'javascript:alert(1)//tools/ui/flows',
  'data:text/html,/tools/ui/flows',
  ' //evil.example/tools/ui/flows',
  'https://',
])('%j leads to the first page', (target) => {
  expect(returnTarget(target, { origin, basePath: '/tools' })).toBe('/tools/ui/flows');
});
