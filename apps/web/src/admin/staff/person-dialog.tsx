import type { Person } from '@chuma/contract/admin/people'
import type { StaffAccountRow } from '@chuma/contract/admin/staff'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { PersonField } from './person-field.tsx'

type Props = {
  account: StaffAccountRow
  people: Person[]
  opened: boolean
  isPending: boolean
  onSave: (personId: string | null) => void
  onClose: () => void
}

export function PersonDialog({ account, people, opened, isPending, onSave, onClose }: Props) {
  const t = useT()
  const [personId, setPersonId] = useState<string | null>(account.personId)
  return (
    <Dialog title={t('people.changeTitle', { name: account.username })} opened={opened} onClose={onClose}>
      <Stack>
        <PersonField people={people} value={personId} onChange={setPersonId} />
        <DialogButtons
          action={t('people.save')}
          isPending={isPending}
          isDisabled={personId === account.personId}
          onCancel={onClose}
          onAct={() => onSave(personId)}
        />
      </Stack>
    </Dialog>
  )
}
