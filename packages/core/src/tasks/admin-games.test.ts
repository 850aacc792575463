import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { listSpins } from '@chuma/db/queries/tasks/games'
import { expect, test } from 'vitest'
import { changeEconomy } from '../admin/economy.ts'
import { openTestDb } from '../testing.ts'
import { getAdminGames } from './get-admin-games.ts'
import { listQuizQuestions } from './quiz/questions.ts'
import { getQuiz, submitQuiz } from './quiz/quiz.ts'
import { givenPremiumMember, givenQuestions, travel, wheelOf, withEconomy } from './testing.ts'
import { spin } from './wheel.ts'

const { db, deps } = await openTestDb()
const staff = { name: 'staff:fatuma', address: '203.0.113.9' }

/** A wheel with one possible result. */
const always = (points: number) => withEconomy(db, wheelOf(points, points))

test('staff see each segment’s chance and a spin’s cost, with the price of premium', async () => {
  const games = await getAdminGames(deps)
  expect(games).toMatchObject({ kesPerPoint: 1000, premiumKesPerMonth: 1000 })
  expect(games.wheel).toMatchObject({
    isOpen: true,
    expectedPoints: 17.85,
    expectedKes: 17_850,
    perMemberMonthKes: 535_500,
  })
  expect(games.wheel.segments[0]).toEqual({ points: 0, weight: 15, chancePercent: 15 })
  expect(games.quiz).toMatchObject({ isOpen: true, pointsPerCorrect: 15, questionsPerDay: 5, maxPoints: 75 })
})

test('the wheel is changed through the economy record, with its newest version', async () => {
  const { economyVersion: version } = await getAdminGames(deps)
  const changes = {
    isSpinOpen: false,
    spinTable: [
      { points: 0, weight: 3 },
      { points: 10, weight: 1 },
    ],
  }
  await changeEconomy(deps, staff, { version, changes, reason: 'Too dear' })
  const { wheel, economyVersion } = await getAdminGames(deps)
  expect(wheel).toMatchObject({ isOpen: false, expectedPoints: 2.5, expectedKes: 2500 })
  expect(economyVersion).toBeGreaterThan(version)
  await expect(changeEconomy(deps, staff, { version, changes, reason: 'Again' })).rejects.toMatchObject({
    code: 'ECONOMY_STATE',
  })
})

test('spins are counted immediately: today, and together with the days before', async () => {
  await travel(db, 'before')
  for (const points of [5, 0]) await spin(always(points), await givenPremiumMember(db))
  await travel(db, 'after')
  await spin(always(40), await givenPremiumMember(db))
  const { today, last30Days } = (await getAdminGames(deps)).wheel
  expect(today).toEqual({ spins: 1, points: 40 })
  expect(last30Days).toEqual({ spins: 3, points: 45 })
})

test('a spin a month ago is not in the last 30 days', async () => {
  const before = (await getAdminGames(deps)).wheel.last30Days
  const { memberId } = await givenPremiumMember(db)
  await db
    .insertInto('spin')
    .values([
      { memberId, day: '2020-01-01', points: 100, drawnFrom: JSON.stringify(defaultEconomy.spinTable) },
    ])
    .execute()
  expect((await getAdminGames(deps)).wheel.last30Days).toEqual(before)
})

test('a refused spin is not counted', async () => {
  const member = await givenPremiumMember(db)
  await spin(always(10), member)
  const before = (await getAdminGames(deps)).wheel.today
  await expect(spin(always(10), member)).rejects.toMatchObject({ code: 'DONE_TODAY' })
  expect((await getAdminGames(deps)).wheel.today).toEqual(before)
})

test('recent spins are listed newest first, in pages', async () => {
  const all = await listSpins(db, { limit: 100 })
  expect(all.length).toBeGreaterThan(3)
  expect(all[0]).toMatchObject({ points: 10, userName: 'Amina Otieno' })
  const paged = []
  for (let after: string | undefined; ; ) {
    const page = await listSpins(db, { limit: 2, ...(after && { after }) })
    paged.push(...page)
    after = page.at(-1)?.id
    if (page.length < 2) break
  }
  expect(paged).toEqual(all)
})

/** Submit a quiz with `right` right answers. */
async function takeQuiz(right: number) {
  const member = await givenPremiumMember(db)
  const { questions } = await getQuiz(deps, member)
  const answers = Object.fromEntries(
    questions.map(({ id }, index) => [id, index < right ? ('B' as const) : ('A' as const)]),
  )
  await submitQuiz(deps, member, { answers })
}

async function readCounts() {
  const rows = await listQuizQuestions(deps, { limit: 100 })
  const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + pick(row), 0)
  return {
    rows,
    answered: sum(({ answeredCount }) => answeredCount),
    correct: sum(({ correctCount }) => correctCount),
  }
}

test('each question shows how often it was answered, and how often correctly', async () => {
  await givenQuestions(db, 5)
  expect((await readCounts()).rows.every(({ successPercent }) => successPercent === null)).toBe(true)
  await takeQuiz(5)
  await takeQuiz(2)
  const { rows, answered, correct } = await readCounts()
  expect({ answered, correct }).toEqual({ answered: 10, correct: 7 })
  expect(rows.map(({ successPercent }) => successPercent).sort()).toEqual([100, 100, 50, 50, 50])
})

test('a quiz that was only opened, or submitted twice, counts nothing more', async () => {
  const before = await readCounts()
  const member = await givenPremiumMember(db)
  const { questions } = await getQuiz(deps, member)
  expect(await readCounts()).toEqual(before)
  const answers = Object.fromEntries(questions.map(({ id }) => [id, 'B' as const]))
  await submitQuiz(deps, member, { answers })
  await submitQuiz(deps, member, { answers }).catch(() => undefined)
  expect(await readCounts()).toMatchObject({ answered: before.answered + 5, correct: before.correct + 5 })
})

test('a later change of a quiz does not count its answers again', async () => {
  const before = await readCounts()
  await db
    .updateTable('quizAttempt')
    .set({ flagReasons: ['looked-at'] })
    .where('submittedAt', 'is not', null)
    .execute()
  expect(await readCounts()).toEqual(before)
})

test('twenty concurrent submissions count every answer once', async () => {
  const before = await readCounts()
  const takers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const member = await givenPremiumMember(db)
      return { member, questions: (await getQuiz(deps, member)).questions }
    }),
  )
  const results = await Promise.allSettled(
    takers.map(({ member, questions }) =>
      submitQuiz(deps, member, {
        answers: Object.fromEntries(questions.map(({ id }) => [id, 'B' as const])),
      }),
    ),
  )
  expect(results.every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await readCounts()).toMatchObject({ answered: before.answered + 100, correct: before.correct + 100 })
})
