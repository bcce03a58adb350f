import { saveText } from '../../api/save-text.ts';
import { allAuditEntries, type AuditFilter } from '../../api/system-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/error-box.tsx';

const maxEntries = 10_000;

/** Saves what the filters match, one entry a line as JSON. */
export function ExportButton({ filter }: { readonly filter: AuditFilter }) {
  const save = useAction({
    run: async () => {
      const entries = await allAuditEntries(filter, maxEntries);
      saveText(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), 'flowgate-audit.ndjson');
      return entries.length;
    },
    done: (count) =>
      count === maxEntries
        ? `Saved the latest ${count} entries; choose a shorter time range for the rest`
        : `Saved ${count} entries`,
  });
  return (
    <>
      <Button isBusy={save.isBusy} onPress={() => save.start()}>
        Export as NDJSON
      </Button>
      {save.problem !== undefined && <ErrorBox what="Could not export the entries" problem={save.problem} />}
    </>
  );
}
