import type { Schema } from '../../../../src/faces/api-client/operation-types.ts';
import { Commit } from './commit.tsx';

/** Says that a flow is changed in a repository, and where that is. */
export function OwnerNotice({ owner }: { readonly owner: Schema<'NamespaceOwner'> }) {
  const { repository, url } = owner;
  return (
    <p className="callout tone-neutral">
      <span>
        Owned by repository <strong>{repository}</strong> at <Commit {...owner} />;{' '}
        {url === undefined ? (
          'change it there'
        ) : (
          <a href={url} target="_blank" rel="noopener noreferrer">
            change it there
          </a>
        )}
        .
      </span>
    </p>
  );
}
