import { useEffect, useState } from 'react'
import { getUserToken } from '../auth/session.ts'
import { trpc } from '../trpc.ts'
import { keepWallet } from './kept-wallet.ts'

const SHOWN = 10

/** Keep what this member last saw of their wallet on this device, for use offline. */
export function useKeepWallet(): void {
  const [token] = useState(getUserToken)
  const balance = trpc.wallet.getBalance.useQuery()
  const terms = trpc.wallet.getTerms.useQuery().data
  // The same query as the dashboard's wallet tab. Not enabled until the page has its own data.
  const movements = trpc.wallet.listTransactions.useQuery(
    { limit: SHOWN },
    { enabled: balance.isSuccess && terms !== undefined },
  ).data
  const { data: figures, dataUpdatedAt: asOf } = balance
  useEffect(() => {
    if (token === null || !figures || !terms || !movements) return
    const { availablePoints, heldPoints } = figures
    keepWallet(token, { asOf, kesPerPoint: terms.kesPerPoint, availablePoints, heldPoints, movements })
  }, [token, figures, terms, movements, asOf])
}
