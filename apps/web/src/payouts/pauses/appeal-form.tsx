import { Button, Stack, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

const MIN_CHARACTERS = 10
const MAX_CHARACTERS = 1000

type AppealValues = { appeal: string }

export function AppealForm({ pauseId }: { pauseId: string }) {
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
