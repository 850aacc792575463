import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { StaffAccountRow } from '@chuma/contract/admin/staff'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { RoleField } from './role-field.tsx'

type Props = {
  account: StaffAccountRow
  opened: boolean
  isPending: boolean
  onSave: (role: StaffRole) => void
  onClose: () => void
}

export function RoleDialog({ account, opened, isPending, onSave, onClose }: Props) {
  const t = useT()
  const [role, setRole] = useState(account.role)
  return (
    <Dialog title={t('staffList.roleTitle', { name: account.username })} opened={opened} onClose={onClose}>
      <Stack>
        <RoleField value={role} onChange={setRole} />
        <DialogButtons
          action={t('staffList.saveRole')}
          isPending={isPending}
          isDisabled={role === account.role}
          onCancel={onClose}
          onAct={() => onSave(role)}
        />
      </Stack>
    </Dialog>
  )
}
