import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import type { CorrectionKind } from '@chuma/contract/payouts/corrections'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { CorrectForm } from './correct-form.tsx'

type Props = { kind: CorrectionKind; withdrawal: AdminWithdrawal; opened: boolean; onClose: () => void }

/** Correct a withdrawal from its own row. */
export function CorrectDialog({ kind, withdrawal, opened, onClose }: Props) {
  const t = useT()
  return (
    <Dialog opened={opened} onClose={onClose} title={t(`correct.${kind}`)}>
      <CorrectForm kind={kind} withdrawal={withdrawal} onClose={onClose} />
    </Dialog>
  )
}
