import type { PayoutPause } from '@chuma/contract/payouts/payout-pause'
import { Button, Stack, Text, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError, showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
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

type AppealValues = { appeal: string }

function AppealForm({ pauseId }: { pauseId: string }) {
  const t = useT()
  const form = useForm<AppealValues>({
    initialValues: { appeal: '' },
    validate: {
      appeal: (text) =>
        text.trim().length < MIN_CHARACTERS ? t('appeal.tooShort', { min: MIN_CHARACTERS }) : null,
    },
  })
  const { send, isPending } = useSendAppeal((error) => showFieldErrors(form, error))
  const count = form.values.appeal.length
  return (
    <form
      onSubmit={form.onSubmit(({ appeal }) => send({ id: pauseId, appeal }), focusFirstError(form))}
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
        <Button type="submit" loading={isPending} fullWidth>
          {t('appeal.send')}
        </Button>
      </Stack>
    </form>
  )
}

function useSendAppeal(onRefused: (error: unknown) => boolean) {
  const t = useT()
  const utils = trpc.useUtils()
  const sending = trpc.wallet.appealPayoutPause.useMutation({
    networkMode: 'always',
    onSuccess: () => showToast({ kind: 'success', title: t('appeal.sentTitle'), message: t('appeal.sent') }),
    onError: (error) => {
      if (isApiError(error) && error.data?.httpStatus === 401) return
      onRefused(error)
      const message = serverMessage(error, t('appeal.offline'))
      showToast({ kind: 'error', title: t('appeal.failedTitle'), message })
    },
    // Also after a failure: the appeal may have been sent from another window, or the pause may be over.
    onSettled: () => utils.wallet.listPayoutPauses.invalidate(),
  })
  const send = useSingleFlight(async (input: { id: string; appeal: string }) => {
    await sending.mutateAsync(input).catch(() => undefined)
  })
  return { send, isPending: sending.isPending }
}
