import type { DestinationCode } from '@chuma/contract/wallet/destination-codes'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'

/** Request codes for a number. `code`: the newest. `problem`: why the last request was refused. */
export function useRequestCode(number: string) {
  const t = useT()
  const utils = trpc.useUtils()
  const [code, setCode] = useState<DestinationCode | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const request = trpc.wallet.requestDestinationCode.useMutation({
    onMutate: () => setProblem(null),
    onSuccess: (sent) => {
      utils.wallet.getDestinationCode.setData(undefined, { code: sent })
      setCode(sent)
    },
    onError: (error) => {
      // An expired session is handled elsewhere: the member is told and sent to the log-in page.
      if (isApiError(error) && error.data?.httpStatus === 401) return
      setProblem(serverMessage(error, t('prove.offline')))
    },
  })
  const send = useSingleFlight(async () => {
    await request.mutateAsync({ mpesaNumber: number }).catch(() => undefined)
  })
  return { send, isPending: request.isPending, code, problem }
}
