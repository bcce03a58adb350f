import { keyTable, type BackupRule, type KeyFamily } from '../../src/store/redis/key-table.ts';

const backupRules: Readonly<Record<BackupRule, string>> = {
  copied: 'copied',
  gathered: 'with its flow, execution, upload or entry',
  rebuilt: 'rebuilt by a restore',
  omitted: 'no',
  kept: 'no; survives a restore',
};

/** The page about the keys in Redis, from their table. */
export function redisKeysPage(): string {
  const row = ({ pattern, type, holds, expires = '', backup }: KeyFamily) =>
    `| \`${pattern}\` | ${type} | ${holds} | ${expires} | ${backupRules[backup]} |`;
  return `# Keys in Redis

<!-- Written by \`npm run docs\` from src/store/redis/key-table.ts. -->

Every key starts with \`{flowgate}:\`, which this table leaves out. \`<flow>\` is \`namespace/id\`, and \`<trigger>\` is
\`namespace/id/trigger\`. The keys are not an interface: a new version can change them, and migrates the data. Never write
them yourself; read them only to find out why a store is large.

The last column shows what [a backup](../how-to/back-up-and-upgrade.md) contains. [Redis scaling
limits](../explanation/scaling.md) describes how the data grows.

| key | type | contents | expires after | in a backup |
|---|---|---|---|---|
${Object.values(keyTable).map(row).join('\n')}
`;
}
