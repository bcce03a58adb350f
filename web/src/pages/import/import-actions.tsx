import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/button.tsx';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { saveFile } from '../../components/save-file.ts';
import { DraftBox } from '../../editor/draft.ts';
import { startingText } from '../new-flow/starting-text.ts';
import { reportOf, type ImportedJob } from './import-report.ts';

export interface ImportActionsProps {
  readonly job: ImportedJob;
  readonly user: string | undefined;
}

/** What can be done with an imported flow. */
export function ImportActions({ job, user }: ImportActionsProps) {
  const navigate = useNavigate();
  const drafts = new DraftBox({ user, flow: 'new' });
  const draft = drafts.read(startingText);
  const isReplaced = draft !== undefined && draft.text !== job.flow;
  const save = async () => {
    const { htmlReport } = await import('../../../../src/import/report/html-report.ts');
    saveFile('import-report.html', new Blob([htmlReport([reportOf(job)])], { type: 'text/html' }));
  };
  return (
    <>
      <Button onPress={() => void save()}>Download report</Button>
      <ConfirmButton
        text="Open in the editor"
        variant="primary"
        title={isReplaced ? 'Replace your draft?' : undefined}
        confirm="Replace"
        failure="Could not open the editor"
        action={{
          run: async () => drafts.keep({ base: 0, text: job.flow, changedAt: new Date().toISOString() }),
          onDone: () => void navigate({ to: '/ui/new-flow' }),
        }}
      >
        The editor has a draft of a new flow that you did not save.
      </ConfirmButton>
    </>
  );
}
