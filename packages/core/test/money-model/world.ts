import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy, demoLimits } from '@chuma/contract/admin/economy/economy-defaults'
import type { Db } from '@chuma/db/client'
import { givenSettled } from '../../src/admin/approvals/testing.ts'
import { plainPostbacks } from '../../src/partners/plain-postbacks.testing.ts'
import { givenPartner } from '../../src/partners/testing.ts'
import { createPayoutDeps } from '../../src/payouts/testing.ts'
import { givenMember } from '../../src/testing.ts'
import { createProviderBook, type Movement, type Plan } from './provider-book.ts'

export const POINTS_AT_FIRST = 10
export const CREDIT_POINTS = 6

let numbers = 0

/** What happened to a member outside the wallet. */
type Person = {
  member: Awaited<ReturnType<typeof givenMember>>
  mpesaNumber: string
  accountNumber: string
  withdrawals: string[]
  credits: { transactionId: string; reference: string; isReversed: boolean }[]
  writtenOff: number
}

export type World = Awaited<ReturnType<typeof enter>>

/** Three members, two who decide, a partner, two providers and the bank that staff pay from. */
export async function enter(db: Db, plans: Plan[]) {
  const terms = economy.parse({ ...defaultEconomy, ...demoLimits })
  const more = { economy: async () => terms, postbacks: plainPostbacks() }
  // Both pay from one account at M-Pesa, as an old and a new connection to it do.
  const books = [createProviderBook('first', plans), createProviderBook('second', plans)] as const
  const byHand = createPayoutDeps(db, null, more)
  const deps = [...books.map(({ provider }) => createPayoutDeps(db, provider, more)), byHand]
  const amina = await givenSettled(byHand, { role: 'finance' })
  const brian = await givenSettled(byHand, { role: 'finance' })
  const partner = await givenPartner(db)
  const people: Person[] = []
  for (let count = 0; count < 3; count++) {
    const number = ++numbers
    people.push({
      member: await givenMember(db, { points: POINTS_AT_FIRST }),
      mpesaNumber: `25472${String(number).padStart(7, '0')}`,
      accountNumber: String(2_000_000_000 + number),
      withdrawals: [],
      credits: [],
      writtenOff: 0,
    })
  }
  return {
    db,
    books,
    deps,
    /** The index of the provider in use, or of none. */
    current: 0,
    amina: amina.actor,
    brian: brian.actor,
    partner,
    people,
    /** What staff paid by hand from the bank. */
    paidByHand: [] as Movement[],
    /** Receipts of movements that a statement has shown, and reversals among them. */
    imported: new Set<string>(),
    transactions: 0,
  }
}

/** The services as they are configured now. */
export function depsOf({ deps, current }: World) {
  const chosen = deps[current]
  if (!chosen) throw new Error('no such provider')
  return chosen
}

/** Everything that moved at either provider. */
export const movementsOf = ({ books }: World): Movement[] => books.flatMap(({ movements }) => movements)
