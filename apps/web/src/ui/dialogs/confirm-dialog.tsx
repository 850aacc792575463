import { Button, Group, Stack, Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  text: string
  /** What the button does, in the words that opened the dialog. */
  action: string
  /** What the other button does, where "Cancel" could be read as the action itself. */
  dismissal?: string
  opened: boolean
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks once more before something that others feel. A key that is held down does not confirm it. */
export function ConfirmDialog(props: Props) {
  const t = useT()
  const { title, text, action, dismissal, opened, isPending, onConfirm, onClose } = props
  return (
    <Dialog title={title} opened={opened} onClose={onClose}>
      <Stack>
        <Text>{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {dismissal ?? t('dialog.cancel')}
          </Button>
          <Button color="red" loading={isPending} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
