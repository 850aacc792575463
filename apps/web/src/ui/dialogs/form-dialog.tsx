import { Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

type Props = ComponentProps<typeof Dialog> &
  Pick<ComponentProps<typeof DialogButtons>, 'action' | 'isPending'> & {
    onSubmit: ComponentProps<'form'>['onSubmit']
  }

/** A dialog with a form, its fields above the way out and what it is for. */
export function FormDialog({ action, isPending, onSubmit, children, ...dialog }: Props) {
  return (
    <Dialog {...dialog}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          {children}
          <DialogButtons action={action} isPending={isPending} onCancel={dialog.onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
