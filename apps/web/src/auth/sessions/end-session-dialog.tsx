import type { MemberSession } from '@chuma/contract/account/account'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useEndSession } from './use-end-session.ts'

type Ending = MemberSession | 'others'
type Props = {
  /** What is to be signed out; null while nothing is. */
  ending: Ending | null
  onClose: () => void
}

export function EndSessionDialog({ ending, onClose }: Props) {
  const t = useT()
  const { endOne, endOthers, isPending } = useEndSession(onClose)
  // The words stay while the dialog fades away.
  const [asked, setAsked] = useState<Ending>('others')
  if (ending !== null && ending !== asked) setAsked(ending)
  const isOne = asked !== 'others'
  return (
    <Dialog
      opened={ending !== null}
      onClose={onClose}
      title={t(isOne ? 'sessions.endTitle' : 'sessions.endOthersTitle')}
    >
      <Stack>
        <Text>{isOne ? t('sessions.endText', { device: asked.device }) : t('sessions.endOthersText')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('settings.cancel')}
          </Button>
          <Button
            data-autofocus
            disabled={isPending}
            onClick={() => (isOne ? endOne({ id: asked.id }) : endOthers())}
          >
            {t(isOne ? 'sessions.end' : 'sessions.endOthers')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
