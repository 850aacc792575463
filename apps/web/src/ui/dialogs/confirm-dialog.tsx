import { Button, Group, Stack, Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  text: string
  /** The action's label, the same as on the button that opened the dialog. */
  action: string
  /** The other button's label, where "Cancel" could be read as the action itself. */
  dismissal?: string
  opened: boolean
  /** Over another dialog, which stays open behind it. */
  isOnTop?: boolean
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an action that affects others. A held-down key does not confirm it. */
export function ConfirmDialog(props: Props) {
  const t = useT()
  const { title, text, action, dismissal, opened, isOnTop = false, isPending, onConfirm, onClose } = props
  return (
    <Dialog title={title} opened={opened} isOnTop={isOnTop} onClose={onClose}>
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
