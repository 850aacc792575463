import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy, demoLimits } from '@chuma/contract/admin/economy/economy-defaults'
import type { Db } from '@chuma/db/client'
import { findNewestEconomy, insertEconomyVersion } from '@chuma/db/queries/admin/economy'
import { givenSettled } from '../../src/admin/approvals/testing.ts'
import { plainPostbacks } from '../../src/partners/plain-postbacks.testing.ts'
import { givenPartner } from '../../src/partners/testing.ts'
import type { PayoutProvider } from '../../src/payouts/attempts/payouts.ts'
import { scriptedPayouts } from '../../src/payouts/testing.ts'
import { createTestDeps, givenMember } from '../../src/testing.ts'
import { createProviderBook, type Movement, type Plan } from './provider-book.ts'
import { readAccounts } from './read-accounts.ts'

export const POINTS_AT_FIRST = 10
export const CREDIT_POINTS = 6
/** With less than half a cent, which sums of several credits round up. */
export const CREDIT_USD_MICROS = 6_004_900

/** Shillings for a point, one after the other. */
const RATES = [1000, 900] as const

/** Of a day, to all members. */
export const NO_LIMIT = 0
/** Less than any withdrawal. */
export const LOW_LIMIT_KES = 500

type Terms = { kesPerPoint: number; dailyPayoutLimitKes: number }
const writeTerms = (terms: Partial<Terms>) => economy.parse({ ...defaultEconomy, ...demoLimits, ...terms })

/** A new version of the economy: withdrawals from now on have another rate. */
async function changeRate(db: Db, kesPerPoint: number) {
  const newest = await findNewestEconomy(db)
  const record = writeTerms({ kesPerPoint })
  const isNew = await insertEconomyVersion(db, {
    record,
    follows: newest?.version ?? 0,
    changedBy: 'staff:amina',
    reason: 'A new rate',
    choice: null,
  })
  if (!isNew) throw new Error('nobody else changes the economy')
  return { kesPerPoint }
}

export async function nextRate({ db, terms }: World): Promise<void> {
  const next = RATES.find((one) => one !== terms.kesPerPoint) ?? RATES[0]
  terms.kesPerPoint = (await changeRate(db, next)).kesPerPoint
}

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
export async function enter({ db, ahead }: { db: Db; ahead: Db }, plans: Plan[]) {
  const terms: Terms = { ...(await changeRate(db, RATES[0])), dailyPayoutLimitKes: NO_LIMIT }
  const more = { economy: async () => writeTerms(terms), postbacks: plainPostbacks() }
  // Both pay from one account at M-Pesa, as an old and a new connection to it do.
  const books = [createProviderBook('first', plans), createProviderBook('second', plans)] as const
  const [first, second] = [books[0].provider, books[1].provider]
  const paidBy = (...rails: PayoutProvider[]) =>
    createTestDeps(db, { payouts: { ...scriptedPayouts(null), rails }, ...more })
  const byHand = paidBy()
  const [oldFirst, oldSecond] = [first, second].map((provider) => ({ ...provider, isRetired: true }))
  if (!oldFirst || !oldSecond) throw new Error('there are two')
  // The old one is still set up and finishes what it has, or it is gone; or people pay, and the providers finish, or are gone.
  const deps = [
    paidBy(first, oldSecond),
    paidBy(second, oldFirst),
    paidBy(first),
    paidBy(second),
    paidBy(oldFirst, oldSecond),
    byHand,
  ]
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
    /** Connections on which a day that has just ended is settled. */
    ahead,
    books,
    deps,
    terms,
    /** What the journal's accounts held before. */
    accountsBefore: await readAccounts(db),
    /** The index of the services in use. */
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
    /** The next transaction that would write, when everything was last judged. */
    judgedBefore: '',
  }
}

/** The services as they are configured now. */
export function depsOf({ deps, current }: World) {
  const chosen = deps[current]
  if (!chosen) throw new Error('no such provider')
  return chosen
}

/** Let another provider pay: one after another, without the last two choices. */
export function switchProvider(world: World, turns: number): void {
  world.current = (world.current + turns) % (world.deps.length - 2)
}

/** Let people pay. The providers finish what they have, or are gone. */
export function payByHandFrom(world: World, { areGone }: { areGone: boolean }): void {
  world.current = world.deps.length - (areGone ? 1 : 2)
}

/** Everything that moved at either provider. */
export const movementsOf = ({ books }: World): Movement[] => books.flatMap(({ movements }) => movements)
