import type { IssuedWebhook } from '@chuma/contract/webhooks/webhooks'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'

type Handlers = { onIssued: (issued: IssuedWebhook) => void; onSettled: () => void }

/** Acts on one address, says how it went and shows both lists as they are now. */
export function useManageWebhook({ onIssued, onSettled }: Handlers) {
  const t = useT()
  const utils = trpc.useUtils()
  const handlers = {
    onError: useShowFailure(),
    // After a refusal too: then somebody else was faster.
    onSettled: () => {
      onSettled()
      return utils.webhooks.invalidate()
    },
  }
  const say = (title: string, message: string) => showToast({ kind: 'success', title, message })
  return {
    test: trpc.webhooks.sendTest.useMutation({
      ...handlers,
      onSuccess: () => say(t('webhooks.tested'), t('webhooks.testedText')),
    }),
    rotate: trpc.webhooks.rotateSecret.useMutation({ ...handlers, onSuccess: onIssued }),
    replay: trpc.webhooks.replayFailed.useMutation({
      ...handlers,
      onSuccess: ({ replayed: count }) => say(t('webhooks.replayed'), t('webhooks.replayedText', { count })),
    }),
    retire: trpc.webhooks.retireWebhook.useMutation({
      ...handlers,
      onSuccess: ({ name }) => say(t('webhooks.retired'), name),
    }),
  }
}
