import type { StaffRole } from '@chuma/contract/admin/permissions'
import type { StaffAccountRow } from '@chuma/contract/admin/staff'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button disabled={role === account.role} loading={isPending} onClick={() => onSave(role)}>
            {t('staffList.saveRole')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
