import { NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { DialogButtons } from '../ui/dialogs/dialog-buttons.tsx'

const DAY_MS = 24 * 60 * 60 * 1000
const SPANS = [1, 7, 30, 90]

type Props = {
  name: string
  opened: boolean
  isPending: boolean
  onReplay: (since: string) => void
  onClose: () => void
}

/** Sends missed events again, from a chosen time on. */
export function ReplayDialog({ name, opened, isPending, onReplay, onClose }: Props) {
  const t = useT()
  const [days, setDays] = useState(SPANS[0] ?? 1)
  return (
    <Dialog title={t('webhooks.replayTitle', { name })} opened={opened} onClose={onClose}>
      <Stack>
        <Text>{t('webhooks.replayText')}</Text>
        <NativeSelect
          label={t('webhooks.since')}
          data={SPANS.map((span) => ({ value: String(span), label: t('webhooks.lastDays', { days: span }) }))}
          value={String(days)}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        />
        <DialogButtons
          action={t('webhooks.replay')}
          isPending={isPending}
          onCancel={onClose}
          onAct={() => onReplay(new Date(Date.now() - days * DAY_MS).toISOString())}
        />
      </Stack>
    </Dialog>
  )
}
