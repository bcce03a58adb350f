import { expect, it } from 'vitest';
import { namespaceTree } from '../../web/src/pages/flows/namespace-tree.ts';

it('nests namespaces by their dots, and starts that lead to one namespace only are no level', () => {
  const names = ['ci', 'ci.images', 'company.shop.back', 'company.shop.front', 'lone.and.deep'];
  const tree = namespaceTree(names.map((namespace) => ({ namespace, flows: 2 })));
  const leaf = { flows: 2, children: [] };
  expect(tree).toEqual([
    { namespace: 'ci', title: 'ci', flows: 2, children: [{ ...leaf, namespace: 'ci.images', title: 'images' }] },
    {
      namespace: 'company',
      title: 'company',
      flows: 0,
      children: [
        {
          namespace: 'company.shop',
          title: 'shop',
          flows: 0,
          children: [
            { ...leaf, namespace: 'company.shop.back', title: 'back' },
            { ...leaf, namespace: 'company.shop.front', title: 'front' },
          ],
        },
      ],
    },
    { ...leaf, namespace: 'lone.and.deep', title: 'lone.and.deep' },
  ]);
});
