import { createTestDb, tries } from '@chuma/db/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { AppError } from '../../src/app-error.ts'
import { verifyJournal } from '../../src/books/journal/verify-journal.ts'
import { expectAllBooked, expectBudgetToAgree } from './client-check.ts'
import { CLIENT_STEPS, type ClientStep, enterClient, MEMBERS, staffUp } from './client-steps.ts'
import { expectJournalEven } from './journal-check.ts'

const { db, close } = await createTestDb()
afterAll(close)
const staffed = await staffUp(db)

const NAMES = Object.keys(CLIENT_STEPS) as (keyof typeof CLIENT_STEPS)[]
const step = fc.record<ClientStep>({
  name: fc.constantFrom(
    ...NAMES,
    'agree',
    'agree',
    'agree',
    'prepay',
    'start',
    'complete',
    'complete',
    'complete in doubt',
    'dispute',
    'dispute',
    'credit',
    'credit',
  ),
  who: fc.nat({ max: MEMBERS - 1 }),
})
/** One to three at once. */
const life = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), {
  minLength: 15,
  maxLength: 30,
  size: 'max',
})

test('after each step of random lives a client’s budget and the journal are what people did and the bank moved', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(life, async (steps) => {
      const world = await enterClient(staffed)
      for (const together of steps) {
        const done = await Promise.allSettled(together.map(({ name, who }) => CLIENT_STEPS[name](world, who)))
        for (const each of done) {
          if (each.status === 'rejected' && !(each.reason instanceof AppError)) throw each.reason
        }
        await expectJournalEven(db)
        const { charged, open, credited, surplus, earlier, queued } = await expectBudgetToAgree(world)
        if (earlier > 0) seen.add('charged later')
        if (queued > 0) seen.add('waiting for money')
        if (charged > 0) seen.add('charged')
        if (open > charged) seen.add('waiting')
        if (credited > 0) seen.add('credited')
        if (surplus > 0) seen.add('appeal won')
        if (world.returned > 0) seen.add('returned')
      }
      await CLIENT_STEPS['end the day'](world)
      await expectBudgetToAgree(world)
      await expectAllBooked(world)
    }),
    { numRuns: tries({ short: 10, long: 300 }), seed: 20_261_127 },
  )
  expect([...seen].sort()).toEqual([
    'appeal won',
    'charged',
    'charged later',
    'credited',
    'returned',
    'waiting',
    'waiting for money',
  ])
  expect(await verifyJournal(db, { isFull: true })).toEqual([])
}, 3_600_000)
