import type { PayoutPause } from '@chuma/contract/payouts/payout-pause'
import { Button, Stack, Text, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { focusFirstError, showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { Panel } from '../../ui/page/page.tsx'

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

const MIN_CHARACTERS = 10
const MAX_CHARACTERS = 1000

function AppealForm({ pauseId }: { pauseId: string }) {
  const t = useT()
  const form = useForm({
    initialValues: { appeal: '' },
    validate: {
      appeal: (text) =>
        text.trim().length < MIN_CHARACTERS ? t('appeal.tooShort', { min: MIN_CHARACTERS }) : null,
    },
  })
  const utils = trpc.useUtils()
  const send = useAction(trpc.wallet.appealPayoutPause, {
    done: { title: t('appeal.sentTitle'), message: t('appeal.sent') },
    failure: { title: t('appeal.failedTitle'), offline: t('appeal.offline') },
    // A toast follows.
    onFailed: (error) => void showFieldErrors(form, error),
    // Also after a failure: the appeal may have been sent from another window, or the pause may be over.
    onEnd: [utils.wallet.listPayoutPauses],
  })
  const count = form.values.appeal.length
  return (
    <form
      onSubmit={form.onSubmit(({ appeal }) => send.run({ id: pauseId, appeal }), focusFirstError(form))}
      noValidate
      aria-labelledby="appeal-title"
    >
      <Stack>
        <Title order={3} size="h4" id="appeal-title">
          {t('appeal.title')}
        </Title>
        <Textarea
          label={t('appeal.label')}
          description={t('appeal.hint', { count, max: MAX_CHARACTERS })}
          rows={5}
          maxLength={MAX_CHARACTERS}
          {...form.getInputProps('appeal')}
        />
        <Button type="submit" loading={send.isPending} fullWidth>
          {t('appeal.send')}
        </Button>
      </Stack>
    </form>
  )
}
