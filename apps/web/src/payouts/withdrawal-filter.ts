import type { RouterInputs } from '@chuma/api/types'
import { isTooShort } from '../account/members/member-filter.ts'

export const STATUS_FILTERS = ['open', 'held', 'pending', 'approved', 'paid', 'rejected', 'all'] as const
export const METHOD_FILTERS = ['mpesa', 'bank', 'paypal', 'airtel', 'airtime'] as const

export type WithdrawalFilter = {
  /** `open`: waits for a decision or a payment · `held`: is on hold. */
  status: (typeof STATUS_FILTERS)[number]
  method: (typeof METHOD_FILTERS)[number] | undefined
  search: string
}

export const NO_FILTER: WithdrawalFilter = { status: 'open', method: undefined, search: '' }

export const isNarrowed = ({ method, search }: WithdrawalFilter) => method !== undefined || search !== ''

/** The part of a query that narrows every list of the page. */
export function toNarrowing({ method, search }: WithdrawalFilter): RouterInputs['admin']['listWithdrawals'] {
  return { ...(method && { method }), ...(search && !isTooShort(search) && { search }) }
}
