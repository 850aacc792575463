import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

export type FilterSheetProps = { isOpen: boolean; onClose: () => void; children: ReactNode }

/** The filters of a phone, in a sheet at the bottom of the screen. A change applies at once. */
export function FilterSheet({ isOpen, onClose, children }: FilterSheetProps) {
  const t = useT()
  return (
    <Dialog title={t('surveys.filter')} opened={isOpen} onClose={onClose} isSheet>
      <Stack>
        {children}
        <Button fullWidth onClick={onClose}>
          {t('surveys.show')}
        </Button>
      </Stack>
    </Dialog>
  )
}
