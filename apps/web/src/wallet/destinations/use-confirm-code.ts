import type { ConfirmedCode } from '@chuma/contract/wallet/destination-codes'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

/** `number`: 254 and nine digits. */
export type Proven = { number: string; outcome: ConfirmedCode['outcome'] }

type Props = { number: string; onDone: (proven: Proven) => void }

/** Confirm codes for a number. `onDone` also gets a number that staff have to decide about. */
export function useConfirmCode({ number, onDone }: Props) {
  const t = useT()
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = trpc.wallet.confirmDestinationCode.useMutation({
    onMutate: () => setProblem(null),
    onSuccess: ({ outcome, message }) => {
      const title = t(outcome === 'proven' ? 'prove.done' : 'prove.reviewed')
      showToast({ kind: 'success', title, message })
      onDone({ number, outcome })
    },
    onError: (error) => {
      if (isApiError(error) && error.data?.httpStatus === 401) return
      const field = isApiError(error) ? error.data?.fieldErrors?.code?.[0] : undefined
      setProblem(field ?? serverMessage(error, t('prove.offline')))
    },
  })
  const send = useSingleFlight(async (code: string) => {
    await confirm.mutateAsync({ mpesaNumber: number, code }).catch(() => undefined)
  })
  return { send, isPending: confirm.isPending, problem }
}
