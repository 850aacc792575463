import type { AdminUser } from '@chuma/contract/account/members'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { showPending } from '../../admin/show-pending.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { useRefreshMembers } from './use-refresh-members.ts'

export type EarningsForm = { totalEarnings: number | string; points: number | string; reason: string }
type Numbers = { totalEarnings: number; points: number }

/**
 * Save the edited earnings, based on the numbers that filled the form. If those have changed, nothing is saved: `now`
 * holds the current numbers for the reader, `from` those that the next attempt is based on.
 */
export function useEditEarnings(user: AdminUser, form: UseFormReturnType<EarningsForm>, onDone: () => void) {
  const t = useT()
  const utils = trpc.useUtils()
  const refresh = useRefreshMembers()
  const [from, setFrom] = useState<Numbers>({ totalEarnings: user.totalEarnings, points: user.points })
  const [now, setNow] = useState(false)
  const edit = trpc.admin.editEarnings.useMutation({
    onSuccess: () => {
      onDone()
      showToast({ kind: 'success', title: t('members.edited') })
    },
    onError: async (error) => {
      if (showPending(error)) return onDone()
      const isStale = isApiError(error) && error.data?.appCode === 'MEMBER_STATE'
      if (!isStale) showFieldErrors(form, error)
      showToast({
        kind: 'error',
        title: t('members.editFailed'),
        message: serverMessage(error, t('state.failedText')),
      })
      if (!isStale) return
      const { totalEarnings, points } = await utils.admin.getMember.fetch(
        { memberId: user.id },
        { staleTime: 0 },
      )
      setFrom({ totalEarnings, points })
      setNow(true)
    },
    onSettled: refresh,
  })
  const save = useSingleFlight(async ({ totalEarnings, points, reason }: EarningsForm) => {
    const input = { totalEarnings: Number(totalEarnings), points: Number(points), reason, from }
    await edit.mutateAsync({ memberId: user.id, ...input }).catch(() => undefined)
  })
  return { save, isPending: edit.isPending, now, from }
}
