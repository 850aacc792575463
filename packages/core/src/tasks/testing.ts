import { randomUUID } from 'node:crypto'
import { type Economy, economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { TaskKind } from '@chuma/contract/tasks/task-kinds'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import { createTestDeps, givenMember, setRows } from '../testing.ts'

type Given = {
  title?: string
  points?: number
  url?: string | null
  minTimeSeconds?: number
  country?: string
  isActive?: boolean
  partnerId?: string
  createdAt?: Date
}

/** Of the kinds that need one. */
const urls: Partial<Record<TaskKind, string>> = {
  video: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  ad: 'https://shop.example/offer',
  affiliate: 'https://partner.example/go?aff=7&click={click_id}',
}

/** An active task for Kenya that pays 20 points; an advertisement takes 15 seconds. `given` replaces fields. */
export async function givenTask(db: Db, kind: TaskKind, given: Given = {}): Promise<string> {
  const { taskId } = await db
    .insertInto('task')
    .values({
      kind,
      title: `Task ${randomUUID()}`,
      description: 'Something to do',
      points: 20,
      url: urls[kind] ?? null,
      minTimeSeconds: kind === 'ad' ? 15 : null,
      instructions: 'Do it well.',
      country: 'Kenya',
      partnerId: null,
      ...given,
    })
    .returning('taskId')
    .executeTakeFirstOrThrow()
  return taskId
}

/** Move everything that a member opened, was sent or claimed back in time by `seconds`. */
export async function letSecondsPass(db: Db, memberId: string, seconds: number): Promise<void> {
  const earlier = (column: string) => sql<Date>`${sql.ref(column)} - make_interval(secs => ${seconds})`
  await setRows(
    db,
    'taskView',
    { memberId },
    {
      openedAt: earlier('openedAt'),
      claimedAt: earlier('claimedAt'),
      voidedAt: earlier('voidedAt'),
    },
  )
  await setRows(db, 'taskListView', { memberId }, { seenAt: earlier('seenAt') })
}

/** A member with premium, as a caller. */
export async function givenPremiumMember(db: Db, options: Parameters<typeof givenMember>[1] = {}) {
  const member = await givenMember(db, options)
  await setRows(
    db,
    'member',
    { memberId: member.memberId },
    { premiumUntil: sql<Date>`now() + interval '30 days'` },
  )
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

/** A wheel on which these points are equally likely. */
export const wheelOf = (...points: number[]) => ({
  spinTable: points.map((each) => ({ points: each, weight: 1 })),
})
