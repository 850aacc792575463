import type { PayoutPause } from '@chuma/contract/payouts/payout-pause'
import { Stack, Text, Title } from '@mantine/core'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Panel } from '../../ui/page/panel.tsx'
import { AppealForm } from './appeal-form.tsx'

/** Why payouts are paused, what still works, and the exchange between member and staff about it. */
export function PausePanel({ pause }: { pause: PayoutPause }) {
  const t = useT()
  return (
    <Panel aria-labelledby="pause-title">
      <Stack>
        <div>
          <Title order={2} id="pause-title">
            {t('pause.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('pause.since', { when: formatDateTime(pause.pausedAt) })}
          </Text>
        </div>
        <Text fw={600} className={blocks.words ?? ''}>
          {t('pause.reason', { reason: pause.reason })}
        </Text>
        <Text>{t('pause.still')}</Text>
        {pause.appeal === null ? <AppealForm pauseId={pause.id} /> : <Appealed pause={pause} />}
      </Stack>
    </Panel>
  )
}

function Appealed({ pause: { appeal, appealAnswer } }: { pause: PayoutPause }) {
  const t = useT()
  return (
    // The answer may arrive while the page is open.
    <Stack gap="xs" aria-live="polite">
      <Title order={3} size="h4">
        {t('pause.yourAppeal')}
      </Title>
      <Text className={blocks.words ?? ''}>{appeal}</Text>
      {appealAnswer === null ? (
        <Text c="dimmed">{t('pause.waiting')}</Text>
      ) : (
        <>
          <Title order={3} size="h4">
            {t('pause.ourAnswer')}
          </Title>
          <Text className={blocks.words ?? ''}>{appealAnswer}</Text>
        </>
      )}
    </Stack>
  )
}
