import { expect, test } from 'vitest';
import { foreignType, replacementOf, translation } from '../../../src/base/problem/foreign-word.ts';

test('translates a word of another engine if the Flowgate word is allowed', () => {
  expect(translation('environment', ['id', 'env'])).toBe(' It is a property of Jenkins. Did you mean "env"?');
  expect(translation('environment', ['variables', 'env'])).toContain('Did you mean "variables"?');
  expect(translation('environment', ['id'])).toBe('');
  expect(translation('vars', ['variables'])).toBe(' Did you mean "variables"?');
});

test.each(['tasks', '__proto__', 'constructor'])('%s is not such a word', (word) => {
  expect(translation(word, ['tasks', 'inputs'])).toBe('');
});

test.each<[string, string]>([
  ['needs', 'GitHub Actions and GitLab CI'],
  ['matrix', 'GitHub Actions'],
  ['strategy', 'GitHub Actions'],
  ['run', 'GitHub Actions'],
  ['uses', 'GitHub Actions'],
  ['with', 'GitHub Actions'],
  ['dependsOn', 'Kestra'],
  ['taskRunner', 'Kestra'],
  ['pluginDefaults', 'Kestra'],
  ['Pause', 'Kestra'],
  ['services', 'GitLab CI'],
  ['withItems', 'Argo Workflows'],
  ['depends', 'Dagu'],
])('names the product of %s, and what Flowgate does in its place', (word, product) => {
  for (const place of ['tasks', 'run_if'])
    expect(translation(word, ['id', place])).toMatch(
      new RegExp(`^ It is a property of ${product}\\. In Flowgate, [a-z].*\\.$`),
    );
  expect(translation(word, ['id'])).toBe('');
});

test.each([
  ['steps', 'GitHub Actions and Jenkins', 'tasks'],
  ['jobs', 'GitHub Actions', 'tasks'],
  ['on', 'GitHub Actions', 'triggers'],
  ['agent', 'Jenkins', 'worker_group'],
  ['when', 'Jenkins and GitLab CI', 'run_if'],
  ['sequence', 'Rundeck', 'tasks'],
  ['modules', 'Windmill', 'tasks'],
])('names the product of %s, and the property that replaces it', (word, product, own) => {
  expect(translation(word, ['id', own])).toBe(` It is a property of ${product}. Did you mean "${own}"?`);
});

test.each([
  ['io.kestra.plugin.core.flow.Pause', 'a Kestra task type'],
  ['actions/checkout@v4', 'a GitHub action'],
  ['dev.vendor.plugin.core.flow.LoopUntil', 'a control-flow task of other workflow engines'],
  ['rawscript', 'Windmill'],
  ['sh', 'Jenkins'],
])('names the product of the task type %s', (name, product) => {
  expect(foreignType(name)).toContain(product);
});

test('does not name a product for other task types', () => {
  expect(foreignType('dev.vendor.plugin.core.log.Lug')).toBe('');
});

test.each([
  ['eachparallel', 'foreach'],
  ['loopuntil', 'until'],
  ['branchone', 'switch'],
  ['matrix', 'foreach'],
])('names the block for the type %s of another engine', (word, own) => {
  expect(replacementOf(word)).toBe(own);
});
