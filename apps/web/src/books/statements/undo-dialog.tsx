import type { StatementRow } from '@chuma/contract/books/statements'
import { ReasonDialog } from '../../admin/reason-dialog.tsx'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useRefreshStatements } from './use-refresh-statements.ts'

type Props = { row: StatementRow; opened: boolean; onClose: () => void }

export function UndoDialog({ row, opened, onClose }: Props) {
  const t = useT()
  const refresh = useRefreshStatements()
  const undo = trpc.admin.undoStatementBooking.useMutation({
    onSuccess: () =>
      showToast({
        kind: 'success',
        title: t('statementDesk.undone'),
        message: t('statementDesk.undoneText'),
      }),
    onError: useShowFailure(),
    // Also after a refusal: someone else undid it, or its day was reconciled.
    onSettled: () => {
      onClose()
      return refresh()
    },
  })
  return (
    <ReasonDialog
      {...{ opened, onClose }}
      title={t('statementDesk.undoTitle')}
      text={t('statementDesk.undoText')}
      label={t('statementDesk.undoNote')}
      missing={t('staff.required')}
      maxLength={1000}
      action={t('statementDesk.undo')}
      isPending={undo.isPending}
      onSend={(note) => undo.mutate({ id: row.id, note })}
    />
  )
}
