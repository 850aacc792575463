import { formatKes } from '@chuma/contract/format-money'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import type { Found } from './found.ts'

/** Ids, receipts and M-Pesa numbers all contain digits and are never short. */
const isKey = (typed: string) => typed.length >= 6 && /\d/.test(typed)

/** Find withdrawals by id, receipt or number. Each result links to its member. */
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
