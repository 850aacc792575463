import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { focusFirstError } from '../../ui/forms/focus-first-error.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'

const MIN_CHARACTERS = 10
const MAX_CHARACTERS = 1000

type ButtonProps = { attemptId: string; title: string; titleId: string }

/** Appeals against the rejection of a survey's answers. Two taps: this button, and the one that sends. */
export function AppealButton({ attemptId, title, titleId }: ButtonProps) {
  const t = useT()
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="default" aria-describedby={titleId} onClick={dialog.open}>
        {t('review.appeal')}
      </Button>
      <AppealDialog attemptId={attemptId} title={title} isOpen={isOpen} onClose={dialog.close} />
    </>
  )
}

type DialogProps = Omit<ButtonProps, 'titleId'> & { isOpen: boolean; onClose: () => void }

function AppealDialog({ attemptId, title, isOpen, onClose }: DialogProps) {
  const t = useT()
  const form = useForm({
    initialValues: { appeal: '' },
    validate: {
      appeal: (text) =>
        text.trim().length < MIN_CHARACTERS ? t('appeal.tooShort', { min: MIN_CHARACTERS }) : null,
    },
  })
  const appeal = useSendAppeal(onClose, (error) => showFieldErrors(form, error))
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('review.appealTitle')}>
      <form
        onSubmit={form.onSubmit((words) => appeal.mutate({ id: attemptId, ...words }), focusFirstError(form))}
        noValidate
      >
        <Stack>
          <Text>{t('review.appealText', { title })}</Text>
          <Textarea
            label={t('appeal.label')}
            description={t('appeal.hint', { count: form.values.appeal.length, max: MAX_CHARACTERS })}
            rows={5}
            maxLength={MAX_CHARACTERS}
            data-autofocus
            {...form.getInputProps('appeal')}
          />
          <Button type="submit" fullWidth loading={appeal.isPending}>
            {t('appeal.send')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}

function useSendAppeal(onClose: () => void, onRefused: (error: unknown) => boolean) {
  const t = useT()
  const utils = trpc.useUtils()
  return trpc.surveys.appealSurvey.useMutation({
    networkMode: 'always',
    onSuccess: () => {
      showToast({ kind: 'success', title: t('appeal.sentTitle'), message: t('appeal.sent') })
      onClose()
    },
    onError: (error) => {
      if (isApiError(error) && error.data?.httpStatus === 401) return
      onRefused(error)
      const message = serverMessage(error, t('appeal.offline'))
      showToast({ kind: 'error', title: t('appeal.failedTitle'), message })
    },
    // Also after a failure: the appeal may have been sent from another window.
    onSettled: () => utils.surveys.listUserSurveys.invalidate(),
  })
}
