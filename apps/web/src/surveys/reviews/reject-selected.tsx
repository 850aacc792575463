import { Button } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import { useAsked } from '../../ui/dialogs/dialog.tsx'
import { ReasonDialog, useReason } from '../../ui/dialogs/reason-dialog.tsx'

/** Rejects the selected answers with one reason that all of their members read. */
export function RejectSelected({ ids }: { ids: string[] }) {
  const t = useT()
  const { admin } = trpc.useUtils()
  const { isOpen, ask, close } = useAsked<'rejected'>()
  const form = useReason('reason', t('staff.required'))
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
      <ReasonDialog
        form={form}
        opened={isOpen}
        onClose={close}
        title={t('reviews.rejectTitle', { count: ids.length })}
        text={t('reviews.rejectText')}
        label={t('reviewDecision.reason')}
        hint={t('claims.reasonHint')}
        action={t('reviewDecision.rejected')}
        isPending={reject.isPending}
        isDanger
        onSend={(reason) => reject.run({ ids, reason })}
      />
    </>
  )
}
