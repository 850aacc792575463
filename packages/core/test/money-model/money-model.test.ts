import { createTestDb, isLongRun, tries } from '@chuma/db/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { keepPoints } from '../../src/books/journal/keep-points.ts'
import { verifyJournal } from '../../src/books/journal/verify-journal.ts'
import { forgetWork } from '../../src/payouts/testing.ts'
import { addUp, endDay, takeOverDays } from './business-days.ts'
import { expectBooksToAgree, expectSafe } from './check.ts'
import { countSteps, listSteps, noteSteps } from './coverage.ts'
import { expectJournalToAgree } from './journal-check.ts'
import type { Plan } from './provider-book.ts'
import { type Step, type StepName, take, WEIGHTS } from './steps.ts'
import { enter, type World } from './world.ts'

const { db, url, close } = await createTestDb({ max: 6 })
await noteSteps(db)
const ahead = await takeOverDays({ db, url })
afterAll(async () => {
  await ahead.destroy()
  await close()
})
await keepPoints({ db: ahead })

const plan = fc.record<Plan>({
  send: fc.constantFrom(
    'accepted',
    'accepted',
    'busy, but taken',
    'busy, but taken',
    'taken, reply lost',
    'on its way, reply lost',
    'dropped, reply lost',
    'busy',
    'refused',
    'locked out',
    'killed after it was taken',
  ),
  fate: fc.constantFrom('paid', 'paid', 'member', 'operator', 'busy', 'late', 'twice', 'reversed'),
})
const names = (Object.entries(WEIGHTS) as [StepName, number][]).flatMap(([name, weight]) =>
  Array.from({ length: weight }, () => name),
)
const step = fc.record<Step>({ name: fc.constantFrom(...names), who: fc.nat({ max: 2 }) })

/** Everything that has to come, comes: results, statements, and the people who settle what is left. */
const COMING = [
  'resume',
  'time',
  'work',
  'arrive',
  'results',
  'answers',
  'work',
  'second thoughts',
  'results',
  'work',
  'statement',
  'desk',
] as const

async function settle(world: World): Promise<void> {
  for (let turn = 0; turn < 6; turn++) {
    for (const name of COMING) await take(world, { name, who: 0 })
    for (const who of [0, 1, 2]) await take(world, { name: 'judge', who })
  }
}

async function follow(plans: Plan[], steps: readonly Step[]): Promise<void> {
  await forgetWork(db)
  const world = await enter({ db, ahead }, [...plans])
  for (const step of steps) {
    await take(world, step)
    await expectSafe(world)
  }
  await settle(world)
  await endDay(world)
  await addUp(world)
  await expectBooksToAgree(world)
  await expectJournalToAgree(world)
}

test('in any sequence of failures at members, staff, partners, two providers and statements, all books agree', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { minLength: 2, maxLength: 6 }),
      fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }),
      follow,
    ),
    // The same few every time; the long run searches.
    { numRuns: tries({ short: 8, long: 2000 }), ...(isLongRun ? {} : { seed: 2026 }) },
  )
}, 3_600_000)

test('every line of the journal is what was booked', async () => {
  expect(await verifyJournal(db, { isFull: true })).toEqual([])
})

// In a short run chance decides; payouts/transitions.test.ts takes each step alone.
test.runIf(isLongRun)('every step of a withdrawal and of a payment was taken', async ({ annotate }) => {
  const counts = await countSteps(db)
  const lines = listSteps().map((step) => `${String(counts.get(step) ?? 0).padStart(6)}  ${step}`)
  await annotate(`Steps taken:\n${lines.join('\n')}`)
  expect(listSteps().filter((step) => !counts.has(step))).toEqual([])
})
