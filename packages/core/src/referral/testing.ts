import { randomUUID } from 'node:crypto'
import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Db } from '@chuma/db/client'
import { insertReferral } from '@chuma/db/queries/referral/referral'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { approve, newNumber, pay, takeJobs } from '../payouts/testing.ts'
import { requestWithdrawal } from '../payouts/withdrawals.ts'
import { withEconomy } from '../tasks/testing.ts'
import { givenMember, readRow } from '../testing.ts'
import { settleReferral } from './referral.ts'

/** A programme that pays 40 points each for up to two friends. */
export const openProgramme = (db: Db, changed: Partial<Economy> = {}): Deps =>
  withEconomy(db, { referralBonusPoints: 40, referralMaxFriends: 2, ...changed })

/** A friend with points, who signed up with this member's code. */
export async function givenFriend(
  db: Db,
  inviter: Pick<SignedInMember, 'memberId'>,
  options: { email?: string } = {},
) {
  const friend = await givenMember(db, { points: 10, ...options })
  await db
    .transaction()
    .execute((trx) => insertReferral(trx, { memberId: inviter.memberId, friendId: friend.memberId }))
  return friend
}

const freshTarget = () => ({ withdrawalMethod: 'mpesa' as const, mpesaNumber: newNumber() })
export const bankAccount = (accountNumber: string, bankName = 'Equity Bank') => ({
  withdrawalMethod: 'bank' as const,
  bankName,
  accountNumber,
  accountName: 'Amina Otieno',
})

export function askForMoney(
  deps: Deps,
  member: SignedInMember,
  target: ReturnType<typeof freshTarget> | ReturnType<typeof bankAccount> = freshTarget(),
) {
  return requestWithdrawal(deps, member, {
    ...target,
    pointsToWithdraw: 1,
    idempotencyKey: randomUUID(),
  })
}

/** Pay a withdrawal of this member by hand, without running the jobs that follow. */
export async function bePaid(
  deps: Deps,
  member: SignedInMember,
  ...target: Parameters<typeof askForMoney>[2][]
) {
  const { id } = await askForMoney(deps, member, ...target)
  await approve(deps, { id })
  await pay(deps, { id })
  return { id }
}

/** Run the jobs that follow a payment. Returns their number. */
export async function settleWaiting(deps: Deps): Promise<number> {
  const jobs = (await takeJobs(deps.db)).filter(({ name }) => name === 'settle-referral')
  for (const { data } of jobs) await settleReferral(deps, data)
  return jobs.length
}

/** The state of a friend's referral. */
export function look(db: Db, friend: Pick<SignedInMember, 'memberId'>) {
  return db
    .selectFrom('referral')
    .select(['state', 'reason', 'points'])
    .where('friendId', '=', friend.memberId)
    .executeTakeFirst()
}

export async function pointsOf(db: Db, { memberId }: Pick<SignedInMember, 'memberId'>): Promise<number> {
  const { available } = await readRow(db, 'wallet', ['available'], { memberId })
  return available
}

/** A friend whose first withdrawal was paid, and the bonus decided. */
export async function givenSettled(
  deps: Deps,
  inviter: Pick<SignedInMember, 'memberId'>,
  options: { email?: string } = {},
) {
  const friend = await givenFriend(deps.db, inviter, options)
  await bePaid(deps, friend)
  await settleReferral(deps, friend)
  return friend
}
