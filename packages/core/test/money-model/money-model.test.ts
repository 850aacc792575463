import { isLongRun, tries } from '@chuma/db/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { verifyJournal } from '../../src/books/journal/verify-journal.ts'
import { forgetWork } from '../../src/payouts/testing.ts'
import { addUp, endDay } from './business-days.ts'
import { expectBooksToAgree, expectSafe } from './check.ts'
import { countMoves, countSteps, listSteps } from './coverage.ts'
import { type Field, openField } from './field.ts'
import { FIXED_SEQUENCES } from './fixed-sequences.ts'
import { expectJournalToAgree } from './journal-check.ts'
import type { Plan } from './provider-book.ts'
import { type Step, type StepName, take, WEIGHTS } from './steps.ts'
import { enter, type World } from './world.ts'

/** Everything that has passed slows its database down, though not the product's questions about one member. */
const SEQUENCES_OF_A_FIELD = 100

let field = await openField()
let followed = 0
const taken = new Map<string, number>()
afterAll(() => leave(field))

async function nextField(): Promise<void> {
  const last = field
  addTo(taken, await countSteps(last.db))
  field = await openField()
  await leave(last)
}

async function leave({ db, close }: Field): Promise<void> {
  const findings = await verifyJournal(db, { isFull: true })
  await close()
  expect(findings, 'lines of the journal that are not what was booked').toEqual([])
}

function addTo(sums: Map<string, number>, more: Map<string, number>): void {
  for (const [step, count] of more) sums.set(step, (sums.get(step) ?? 0) + count)
}

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

/** Until nothing is open and a turn has changed nothing. */
async function settle(world: World): Promise<void> {
  for (let turn = 0; turn < 6; turn++) {
    const before = await countMoves(world)
    for (const name of COMING) await take(world, { name, who: 0 })
    for (const who of [0, 1, 2]) await take(world, { name: 'judge', who })
    const after = await countMoves(world)
    if (after.open === 0 && after.moves === before.moves) return
  }
}

async function follow(plans: Plan[], steps: Step[]): Promise<void> {
  if (followed > 0 && followed % SEQUENCES_OF_A_FIELD === 0) await nextField()
  followed += 1
  await forgetWork(field.db)
  const world = await enter(field, [...plans])
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

const anySequence = fc.asyncProperty(
  fc.array(plan, { minLength: 2, maxLength: 6 }),
  fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }),
  follow,
)

test('in any sequence of failures at members, staff, partners, two providers and statements, all books agree', async () => {
  await fc.assert(anySequence, {
    // The same few every time; the long run searches, and prints what it searched.
    seed: isLongRun ? Date.now() : 2026,
    numRuns: FIXED_SEQUENCES.length + tries({ short: 8, long: 2000 }),
    examples: FIXED_SEQUENCES,
    reporter: report,
  })
}, 7_200_000)

function report(details: fc.RunDetails<[Plan[], Step[]]>): void {
  if (isLongRun) process.stdout.write(`money model: ${details.numRuns} sequences, seed ${details.seed}\n`)
  if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance })
}

test('every step of a withdrawal and of a payment was taken', async () => {
  addTo(taken, await countSteps(field.db))
  if (isLongRun) {
    const lines = listSteps().map((step) => `${String(taken.get(step) ?? 0).padStart(7)}  ${step}\n`)
    process.stdout.write(`Steps taken:\n${lines.join('')}`)
  }
  expect(listSteps().filter((step) => !taken.has(step))).toEqual([])
})
