import { useNavigate } from '@tanstack/react-router'
import { trpc } from '../../trpc.ts'
import type { Found } from './found.ts'

/** A search of fewer than three characters, or without two adjacent letters or digits, would match nearly everyone. */
const isSearchable = (typed: string) => typed.length >= 3 && /[\p{L}\p{N}]{2}/u.test(typed)

/** Find members by part of a name or an email address, by id, or by M-Pesa number. */
export function useMembers(typed: string, isAllowed: boolean) {
  const navigate = useNavigate()
  const isAsked = isAllowed && isSearchable(typed)
  const query = trpc.admin.listMembers.useQuery({ search: typed, limit: 5 }, { enabled: isAsked })
  const found: Found[] = ((isAsked && query.data) || []).map(({ id, firstName, lastName, email }) => ({
    key: id,
    label: `${firstName} ${lastName}`,
    description: email,
    go: () => void navigate({ to: '/admin/members/$memberId', params: { memberId: id } }),
  }))
  return { found, isLooking: isAsked && query.isFetching }
}
