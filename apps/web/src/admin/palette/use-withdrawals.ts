import { formatKes } from '@chuma/contract/format-money'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import type { Found } from './found.ts'

/** An id, a receipt and an M-Pesa number all have digits in them, and none is short. */
const isKey = (typed: string) => typed.length >= 6 && /\d/.test(typed)

/** Withdrawals by their id, their receipt, or the number that they went to. Each leads to its member. */
export function useWithdrawals(typed: string, isAllowed: boolean) {
  const t = useT()
  const navigate = useNavigate()
  const isAsked = isAllowed && isKey(typed)
  const query = trpc.admin.findWithdrawals.useQuery({ q: typed }, { enabled: isAsked })
  const rows = (isAsked && query.data) || []
  const found: Found[] = rows.map(({ id, userId, userName, status, amountKes }) => ({
    key: id,
    label: t('palette.withdrawal', { amount: formatKes(amountKes), name: userName }),
    description: t(`withdrawal.${status}`),
    go: () => void navigate({ to: '/admin/members/$memberId', params: { memberId: userId } }),
  }))
  return { found, isLooking: isAsked && query.isFetching }
}
