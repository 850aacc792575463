import { formatEatCompact } from '../../eat-time.ts'
import { codeMessage } from '../b2c/code-messages.ts'
import type { Funds } from '../orders/balances.ts'
import { type QueryIds, queryHead } from './query-parcel.ts'

export function balanceCallback(ids: QueryIds, funds: Funds) {
  const account = (name: string, kes: number) =>
    [name, 'KES', kes.toFixed(2), kes.toFixed(2), '0.00', '0.00'].join('|')
  const accounts = [
    account('Working Account', funds.workingKes),
    account('Float Account', 0),
    account('Utility Account', funds.utilityKes),
    account('Charges Paid Account', funds.chargesKes),
    account('Organization Settlement Account', 0),
  ]
  return {
    Result: {
      ...queryHead(ids, { code: 0, message: codeMessage(0) }),
      ResultParameters: {
        ResultParameter: [
          { Key: 'AccountBalance', Value: accounts.join('&') },
          { Key: 'BOCompletedTime', Value: Number(formatEatCompact(new Date())) },
        ],
      },
      ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://internal.example/ab' } },
    },
  }
}
