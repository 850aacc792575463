import { Button, Group } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'

type Props = {
  /** What the second button says. */
  action: string
  isPending: boolean
  /** It ends or refuses something. */
  isDanger?: boolean
  isDisabled?: boolean
  onCancel: () => void
  /** Without it the second button sends the form. */
  onAct?: () => void
}

/** The end of a dialog: the way out, and what the dialog is for. */
export function DialogButtons({ action, isPending, isDanger, isDisabled, onCancel, onAct }: Props) {
  const t = useT()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('dialog.cancel')}
      </Button>
      <Button
        loading={isPending}
        {...(isDanger && { color: 'red' })}
        {...(isDisabled && { disabled: true })}
        {...(onAct ? { onClick: onAct } : { type: 'submit' as const })}
      >
        {action}
      </Button>
    </Group>
  )
}
