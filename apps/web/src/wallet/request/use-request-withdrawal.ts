import type { RouterInputs } from '@chuma/api/types'
import { formatKes } from '@chuma/contract/format-money'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { useRefreshPoints } from '../use-refresh-points.ts'
import type { WithdrawalForm } from './withdrawal-form.ts'

/** Submit a withdrawal request once, however often the button is pressed, and report the outcome. */
export function useRequestWithdrawal(form: UseFormReturnType<WithdrawalForm>, onSent?: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const refreshPoints = useRefreshPoints()
  const showRefusal = useShowRefusal(form)
  const keys = useKeys()
  const filling = JSON.stringify(form.values)

  const request = trpc.wallet.requestWithdrawal.useMutation({
    networkMode: 'always',
    trpc: { context: { idempotencyKey: keys.keyOf(filling) } },
    onSuccess: ({ amountKes }) => {
      keys.forget()
      form.reset()
      const message = t('request.sent', { kes: formatKes(amountKes) })
      showToast({ kind: 'success', title: t('request.sentTitle'), message })
      onSent?.()
    },
    onError: showRefusal,
    // Also after a failure: the request may have arrived and only its answer got lost.
    onSettled: () => {
      refreshPoints()
      void utils.wallet.listWithdrawals.invalidate()
      void utils.wallet.listPayoutDetails.invalidate()
      void utils.wallet.listPayoutPauses.invalidate()
    },
  })
  const send = useSingleFlight(async (input: RouterInputs['wallet']['requestWithdrawal']) => {
    await request.mutateAsync(input).catch(() => undefined)
  })
  return { send, isPending: request.isPending }
}

function useShowRefusal(form: UseFormReturnType<WithdrawalForm>) {
  const t = useT()
  const utils = trpc.useUtils()
  return (error: unknown) => {
    const data = isApiError(error) ? error.data : null
    // An expired session is handled elsewhere: the member is told and sent to the log-in page.
    if (data?.httpStatus === 401) return
    showFieldErrors(form, error)
    if (data?.appCode === 'INSUFFICIENT_POINTS') form.setFieldError('pointsToWithdraw', true)

    // The rate has changed since the form was opened. No field holds the amount, so the toast names it.
    const changedAmount = data?.fieldErrors?.amountKes?.[0]
    if (changedAmount) void utils.wallet.getTerms.invalidate()
    const message = changedAmount ?? serverMessage(error, t('request.offline'))
    showToast({ kind: 'error', title: t('request.failedTitle'), message })
  }
}

/**
 * One key per set of form values, until a request succeeds: a retry reuses its key, even if the form was changed and
 * changed back after an answer was lost.
 */
function useKeys() {
  const [keys] = useState(() => new Map<string, string>())
  return {
    keyOf: (filling: string) => {
      const key = keys.get(filling) ?? createKey()
      keys.set(filling, key)
      return key
    },
    forget: () => keys.clear(),
  }
}

/** Not `randomUUID`, which pages without TLS (a laptop in the office network) do not have. */
function createKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
