import type { Person } from '@chuma/contract/admin/people'
import type { StaffAccountRow } from '@chuma/contract/admin/staff'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button
            disabled={personId === account.personId}
            loading={isPending}
            onClick={() => onSave(personId)}
          >
            {t('people.save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
