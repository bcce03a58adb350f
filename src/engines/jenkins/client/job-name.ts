import { createHash } from 'node:crypto';

/**
 * The name of a job or folder in Jenkins, which ignores case and rejects some names (docs/reference/jenkins.md). A
 * lower-case ID of up to 100 characters without a trailing dot is used unchanged. Any other ID becomes a lower-case
 * slug, `-` and 8 hex digits of its SHA-256; so does an ID that looks like such a name, so that no two IDs collide.
 */
export function jobName(id: string): string {
  if (isPlain(id)) return id;
  const slug = id
    .toLowerCase()
    .slice(0, maxNameLength - suffixLength)
    .replace(/\.+$/, '');
  return `${slug}-${createHash('sha256').update(id).digest('hex').slice(0, 8)}`;
}

const maxNameLength = 100;
const suffixLength = '-01234567'.length;

function isPlain(id: string): boolean {
  return id.length <= maxNameLength && id === id.toLowerCase() && !id.endsWith('.') && !/-[0-9a-f]{8}$/.test(id);
}
