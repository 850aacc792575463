import type { Trx } from '@chuma/db/client'
import { getMemberName } from '@chuma/db/queries/wallet/destinations'
import { maskName, matchesName } from './matches-name.ts'

/** What is stored with a payment of the name that it arrived under: the outcome, and too little of the name to use it. */
export async function checkReceiver(trx: Trx, memberId: string, name: string | undefined) {
  if (!name?.trim()) return {}
  const receiverNameMatches = matchesName(await getMemberName(trx, memberId), name)
  return { receiverName: maskName(name), receiverNameMatches }
}
