import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { Dialog, DialogButtons, useAsked } from '../../ui/dialogs/dialog.tsx'
import { focusFirstError } from '../../ui/forms/show-field-errors.ts'

/** Rejects the selected answers with one reason that all of their members read. */
export function RejectSelected({ ids }: { ids: string[] }) {
  const t = useT()
  const { admin } = trpc.useUtils()
  const { isOpen, ask, close } = useAsked<'rejected'>()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('staff.required')) },
  })
  const reject = useAction(trpc.admin.rejectSurveyReviews, {
    form,
    onOver: close,
    done: ({ rejectedCount: count, results }) => ({
      title: t('reviews.rejected', { count }),
      message: t('reviews.rejectedText', {
        waiting: results.filter(({ outcome }) => outcome === 'needs-approval').length,
        others: results.filter(({ outcome }) => outcome !== 'rejected' && outcome !== 'needs-approval')
          .length,
      }),
    }),
    onEnd: [admin.listSurveyReviews, admin.listWaiting],
  })
  if (ids.length === 0) return null
  return (
    <>
      <Button variant="default" onClick={() => ask('rejected')}>
        {t('reviews.rejectSelected', { count: ids.length })}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t('reviews.rejectTitle', { count: ids.length })}>
        <form
          onSubmit={form.onSubmit(({ reason }) => reject.run({ ids, reason }), focusFirstError(form))}
          noValidate
        >
          <Stack>
            <Text c="dimmed">{t('reviews.rejectText')}</Text>
            <Textarea
              label={t('reviewDecision.reason')}
              description={t('claims.reasonHint')}
              rows={3}
              maxLength={500}
              data-autofocus
              {...form.getInputProps('reason')}
            />
            <DialogButtons
              action={t('reviewDecision.rejected')}
              isPending={reject.isPending}
              isDanger
              onCancel={close}
            />
          </Stack>
        </form>
      </Dialog>
    </>
  )
}
