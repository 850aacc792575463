import { randomUUID } from 'node:crypto'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'

type Kind = 'video' | 'ad' | 'social' | 'micro-job' | 'affiliate'
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

const urls: Record<Kind, string | null> = {
  video: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  ad: 'https://shop.example/offer',
  social: null,
  'micro-job': null,
  affiliate: 'https://partner.example/go?aff=7&click={click_id}',
}

/** An active task for Kenya that pays 20 points; an advertisement takes 15 seconds. `given` replaces fields. */
export async function givenTask(db: Db, kind: Kind, given: Given = {}): Promise<string> {
  const { taskId } = await db
    .insertInto('task')
    .values({
      kind,
      title: `Task ${randomUUID()}`,
      description: 'Something to do',
      points: 20,
      url: urls[kind],
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
  await db
    .updateTable('taskView')
    .set({
      openedAt: earlier('openedAt'),
      claimedAt: earlier('claimedAt'),
      voidedAt: earlier('voidedAt'),
    })
    .where('memberId', '=', memberId)
    .execute()
  await db
    .updateTable('taskListView')
    .set({ seenAt: earlier('seenAt') })
    .where('memberId', '=', memberId)
    .execute()
}
