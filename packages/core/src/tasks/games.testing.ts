import { type Economy, economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import { createTestDeps, givenMember } from '../testing.ts'

/** A member with premium, as a caller. */
export async function givenPremiumMember(db: Db, options: Parameters<typeof givenMember>[1] = {}) {
  const member = await givenMember(db, options)
  await db
    .updateTable('member')
    .set({ premiumUntil: sql<Date>`now() + interval '30 days'` })
    .where('memberId', '=', member.memberId)
    .execute()
  return { ...member, isPremium: true }
}

/** Questions whose right answer is always B, with unique texts. */
export async function givenQuestions(db: Db, count: number) {
  await db
    .insertInto('quizQuestion')
    .values(
      Array.from({ length: count }, (_, index) => ({
        question: `Question ${index}`,
        optionA: 'Nairobi',
        optionB: 'Mombasa',
        optionC: 'Kisumu',
        optionD: 'Nakuru',
        correctAnswer: 'B' as const,
      })),
    )
    .execute()
}

/**
 * Change the business day. The time zones of `before` and `after` are 24 hours apart: at any hour `after` is the day
 * that follows `before`. The rest of the economy is reset, except for `changed`.
 */
export async function travel(db: Db, to: 'before' | 'after', changed: Partial<Economy> = {}) {
  const timeZone = to === 'before' ? 'Etc/GMT+12' : 'Etc/GMT-12'
  const record = JSON.stringify({ ...defaultEconomy, ...changed, timeZone })
  await db.insertInto('economyVersion').values({ record, changedBy: 'test', reason: to }).execute()
}

export const withEconomy = (db: Db, changed: Partial<Economy>) =>
  createTestDeps(db, { economy: async () => economy.parse({ ...defaultEconomy, ...changed }) })
