import { Button } from '@mantine/core'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'

/** Ends the doubt about every survey on the page. Their rewards are paid already. */
export function AcceptAll({ ids }: { ids: string[] }) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  const accepting = trpc.admin.acceptSurveyReviews.useMutation({
    onSuccess: ({ acceptedCount: count, results }) => {
      const others = results.length - count
      showToast({
        kind: 'success',
        title: t('reviews.accepted', { count }),
        message: t('reviews.acceptedText', { others }),
      })
    },
    onError: showFailure,
    onSettled: () => utils.admin.listSurveyReviews.invalidate(),
  })
  return (
    <Button variant="default" loading={accepting.isPending} onClick={() => accepting.mutate({ ids })}>
      {t('reviews.acceptAll', { count: ids.length })}
    </Button>
  )
}
