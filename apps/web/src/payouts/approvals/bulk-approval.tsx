import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { BulkDialog } from './bulk-dialog.tsx'

type Props = { selected: readonly string[]; onDone: () => void }

/** Approves the selected withdrawals, or all that wait. */
export function BulkApproval({ selected, onDone }: Props) {
  const t = useT()
  // Fixed when the dialog opens, because approved withdrawals leave the list and the selection.
  const [asked, setAsked] = useState<{ ids: readonly string[] | null } | null>(null)
  return (
    <Group gap="xs">
      {selected.length > 0 && (
        <Button onClick={() => setAsked({ ids: selected })}>
          {t('bulk.some', { count: selected.length })}
        </Button>
      )}
      <Button variant="default" onClick={() => setAsked({ ids: null })}>
        {t('bulk.all')}
      </Button>
      {asked && (
        <BulkDialog
          ids={asked.ids}
          onClose={() => {
            setAsked(null)
            onDone()
          }}
        />
      )}
    </Group>
  )
}
