import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { formatDay } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { serverMessage, trpc } from '../trpc.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../ui/dialogs/show-toast.ts'

type Props = { isCancelled: boolean; until: string }

/** Cancels premium at its end date, after a dialog that says what stays; or resumes it at once. */
export function CancelPremium({ isCancelled, until }: Props) {
  const t = useT()
  const utils = trpc.useUtils()
  const [isAsking, question] = useDisclosure(false)
  const onError = (error: unknown) => {
    const message = serverMessage(error, t('earn.offline'))
    showToast({ kind: 'error', title: t('premium.unchangedTitle'), message })
  }
  const onSettled = () => utils.premium.getPremium.invalidate()
  const resume = trpc.premium.resumePremium.useMutation({ onError, onSettled })
  const cancel = trpc.premium.cancelPremium.useMutation({
    onError,
    onSettled: async () => {
      await onSettled()
      question.close()
    },
  })
  if (isCancelled) {
    return (
      <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
        {t('premium.resume')}
      </Button>
    )
  }
  return (
    <>
      <Button variant="default" onClick={question.open}>
        {t('premium.cancel')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('premium.cancelTitle')}
        text={t('premium.cancelText', { day: formatDay(until) })}
        action={t('premium.cancel')}
        dismissal={t('premium.keep')}
        isPending={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onClose={question.close}
      />
    </>
  )
}
