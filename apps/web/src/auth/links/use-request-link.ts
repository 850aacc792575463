import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { describeRefusal } from '../describe-refusal.ts'
import { useResendPause } from './use-resend-pause.ts'

type Mutation = {
  isPending: boolean
  mutateAsync: (input: { email: string }) => Promise<unknown>
}
type Handlers = { onSent: (email: string) => void; onRefused: (error: unknown) => void }
export type LinkRequest = {
  request: (email: string) => void
  isPending: boolean
  /** Until another mail can be requested. */
  secondsLeft: number
}

/** Request a mail with a link. The answer does not reveal whether the address has an account. */
export function useRequestLink(mutation: Mutation, { onSent, onRefused }: Handlers): LinkRequest {
  const t = useT()
  const { start, secondsLeft } = useResendPause()
  const request = async (email: string) => {
    try {
      await mutation.mutateAsync({ email })
      start()
      onSent(email)
    } catch (error) {
      onRefused(error)
      const { kind, message } = describeRefusal(error, t('reset.failed'))
      showToast({ kind, title: t('verify.failedTitle'), message })
    }
  }
  return { request: (email) => void request(email), isPending: mutation.isPending, secondsLeft }
}
