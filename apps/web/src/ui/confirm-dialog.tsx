import { Button, Group, Stack, Text } from '@mantine/core'
import { useT } from '../i18n/use-t.ts'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  text: string
  /** What the button does, in the words that opened the dialog. */
  action: string
  opened: boolean
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks once more before something that others feel. A key that is held down does not confirm it. */
export function ConfirmDialog({ title, text, action, opened, isPending, onConfirm, onClose }: Props) {
  const t = useT()
  return (
    <Dialog title={title} opened={opened} onClose={onClose}>
      <Stack>
        <Text>{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('staff.cancel')}
          </Button>
          <Button color="red" loading={isPending} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
