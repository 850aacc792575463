import type { AccountCode } from '@chuma/contract/books/journal'
import { formatKesCents, formatUsdCents } from '@chuma/contract/format-money'
import { useT } from '../../i18n/use-t.ts'

/** Nothing where an account has no balance on this side. */
const blank = (format: (cents: number) => string) => (cents: number) => (cents === 0 ? '' : format(cents))
export const formatSide = blank(formatKesCents)
export const formatUsdSide = blank(formatUsdCents)

/** Accounts by their number and name, as on the chart of accounts. */
export function useAccountName() {
  const t = useT()
  return ({ account, number }: { account: string; number: number }) =>
    `${number} ${t(`journal.account.${account as AccountCode}`)}`
}
