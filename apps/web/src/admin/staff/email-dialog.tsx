import type { StaffAccountRow } from '@chuma/contract/admin/staff'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { EmailForm } from './email-form.tsx'

type Props = { account: StaffAccountRow; opened: boolean; onClose: () => void }

export function EmailDialog({ account, opened, onClose }: Props) {
  const t = useT()
  return (
    <Dialog title={t('staffEmail.titleOf', { name: account.username })} opened={opened} onClose={onClose}>
      <EmailForm id={account.id} email={account.email} onSaved={onClose} />
    </Dialog>
  )
}
