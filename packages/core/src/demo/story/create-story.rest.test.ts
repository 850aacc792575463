import { readStoryBase, type StoryBase } from '@chuma/db/seed-story/read-story-base'
import type { Story } from '@chuma/db/seed-story/story-rows'
import { beforeAll, describe, expect, test } from 'vitest'
import { ensureEconomy } from '../../admin/economy.ts'
import { openTestDb, testSecrets } from '../../testing.ts'
import { ensureDemoQuestions, ensureDemoSurveys, ensureDemoTasks } from '../catalogue.ts'
import { CATEGORIES, QUESTION, SURVEY } from '../seed-demo.ts'
import { createStory } from './create-story.ts'

const { db } = await openTestDb()

let base: StoryBase
beforeAll(async () => {
  await ensureEconomy(db)
  await ensureDemoSurveys({ db, secrets: testSecrets })
  await ensureDemoTasks(db)
  await ensureDemoQuestions(db)
  const found = await db.transaction().execute(readStoryBase)
  if (!found) throw new Error('this database cannot have a story')
  base = found
})

const tell = (now: Date) => createStory({ now, base, passwordHash: '-' })

/** A demo can start at any time: each day of a week, at the edges of a day and in its middle, in Nairobi. */
const NOWS = [
  '2026-11-23T00:00:30+03:00',
  '2026-11-24T07:59:00+03:00',
  '2026-11-25T13:30:00+03:00',
  '2026-11-26T18:01:00+03:00',
  '2026-11-27T23:59:00+03:00',
  '2026-11-28T09:00:00+03:00',
  '2026-11-29T05:00:00+03:00',
  // A leap day, and a year's end.
  '2028-02-29T12:00:00+03:00',
  '2027-01-01T00:30:00+03:00',
].map((now) => [now, new Date(now)] as const)

/** Columns that say when something happened. Others may lie ahead, such as when something is due. */
const PAST = {
  auditEntry: ['at'],
  withdrawal: ['requestedAt', 'paidAt'],
  payoutAttempt: ['createdAt', 'settledAt'],
  contactMessage: ['createdAt'],
  contactReply: ['repliedAt'],
  mailDelivery: ['createdAt'],
  taskView: ['openedAt', 'claimedAt'],
  taskProof: ['submittedAt', 'decidedAt'],
  creditClaim: ['openedAt', 'decidedAt'],
  surveyAttempt: ['completedAt', 'endedAt'],
  surveyReview: ['openedAt', 'decidedAt', 'appealedAt'],
} as const

function listTimes({ rows, postings }: Story): { what: string; at: unknown }[] {
  const times = Object.entries(PAST).flatMap(([table, columns]) =>
    rows[table as keyof typeof PAST].flatMap((row) =>
      columns.map((column) => ({ what: `${table}.${column}`, at: Reflect.get(row, column) as unknown })),
    ),
  )
  return [...times, ...postings.map(({ kind, createdAt }) => ({ what: `posting of ${kind}`, at: createdAt }))]
}

describe.each(NOWS)('at %s', (_, now) => {
  test('members write what belongs in each category of the demo’s open answers', () => {
    const surveyId = base.surveys.find(({ title }) => title === SURVEY)?.surveyId
    const written = tell(now).rows.surveyAnswer.filter(
      (row) => row.surveyId === surveyId && row.questionId === QUESTION,
    )
    const found = CATEGORIES.filter(({ words }) => written.some(({ answer }) => words.test(String(answer))))
    expect(found.map(({ name }) => name)).toEqual(CATEGORIES.map(({ name }) => name))
  })

  test('the story ends now, nobody spends what they do not have, and each cause posts once', () => {
    const story = tell(now)
    expect(listTimes(story).filter(({ at }) => at instanceof Date && at > now)).toEqual([])
    const causes = story.postings.map(({ memberId, sourceKey }) => `${memberId} ${sourceKey}`)
    expect(new Set(causes).size).toBe(causes.length)
    const overdrawn = story.postings.filter(
      ({ availableAfter, heldAfter, availableDelta, kind }) =>
        heldAfter < 0 || (availableAfter < 0 && availableDelta < 0 && kind !== 'reversal'),
    )
    expect(overdrawn).toEqual([])
    expect(story.postings.length).toBeGreaterThan(1000)
    expect(story.rows.member.length).toBeGreaterThanOrEqual(57)
  })
})

test('the same moment tells the same story', () => {
  const now = new Date('2026-11-25T13:30:00+03:00')
  expect(tell(now)).toEqual(tell(now))
})

test('a story on a base that cannot carry it fails instead of telling half', () => {
  const without = (part: Partial<StoryBase>) => () =>
    createStory({ now: new Date(), base: { ...base, ...part }, passwordHash: '-' })
  expect(without({ tasks: [] })).toThrow('nothing to pick from')
})
