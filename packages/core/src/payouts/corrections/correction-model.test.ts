import { createTestDb, tries } from '@chuma/db/testing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { AppError } from '../../app-error.ts'
import { forgetWork, look, newReceipt } from '../testing.ts'
import { late, openDesk, returned, twice } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const desk = await openDesk(db)

const STEPS = [
  'approve',
  'undo by rejection',
  'pay',
  'came back',
  'came back, not theirs',
  'paid after all',
  'paid twice',
  'paid twice, ours',
  'spend all',
  'earn',
  'take back',
] as const
type Step = (typeof STEPS)[number]
type State = 'pending' | 'manual' | 'paid' | 'rejected' | 'returned'
type Model = { state: State; available: number; held: number }

/** What a step does to the model; null: it is refused. */
function next({ state, available, held }: Model, step: Step): Model | null {
  switch (step) {
    case 'approve':
      return state === 'pending' ? { state: 'manual', available, held } : null
    case 'undo by rejection':
      return state === 'pending' || state === 'manual'
        ? { state: 'rejected', available: available + 2, held: 0 }
        : null
    case 'pay':
      // Nobody in debt is paid.
      return state === 'manual' && available >= 0 ? { state: 'paid', available, held: 0 } : null
    case 'came back':
      return state === 'paid' ? { state: 'returned', available: available + 2, held } : null
    case 'came back, not theirs':
      return state === 'paid' ? { state: 'returned', available, held } : null
    case 'paid after all':
      return state === 'rejected' ? { state: 'paid', available: available - 2, held } : null
    case 'paid twice':
      return state === 'paid' ? { state, available: available - 2, held } : null
    case 'paid twice, ours':
      return state === 'paid' ? { state, available, held } : null
    case 'spend all':
      return available > 0 ? { state, available: 0, held } : null
    case 'earn':
      return { state, available: available + 1, held }
    case 'take back':
      return { state, available: available - 3, held }
  }
}

async function open() {
  const { id, ref, memberId } = await desk.givenOwn()
  let keys = 0
  const post = (kind: string, points: number, house: string, reverses: number | null = null) =>
    sql`select book_posting(${memberId}, ${kind}, ${points}, 0, ${house}, ${`model:${++keys}`}, 'x', null,
      ${reverses}::bigint, 'system')`.execute(db)
  const take = async (step: Step) => {
    const { available } = await look(db, ref)
    if (step === 'approve') return desk.decide(id, 'approved')
    if (step === 'undo by rejection') return desk.decide(id, 'rejected', 'Because')
    if (step === 'pay') return desk.decide(id, 'paid', newReceipt())
    if (step === 'came back') return desk.correct(returned(id))
    if (step === 'came back, not theirs') return desk.correct(returned(id, { isMembers: false }))
    if (step === 'paid after all') return desk.correct(late(id, newReceipt()))
    if (step === 'paid twice') return desk.correct(twice(id, newReceipt()))
    if (step === 'paid twice, ours') return desk.correct(twice(id, newReceipt(), { isMembers: false }))
    if (step === 'earn') return post('offer', 1, 'rewards')
    if (step === 'take back') return post('reversal', -3, 'reversals', 1)
    if (available <= 0) throw new AppError('INSUFFICIENT_POINTS')
    return post('adjustment', -available, 'adjustments')
  }
  return { ref, take }
}

async function follow(steps: readonly Step[], seen: Set<string>) {
  await forgetWork(db)
  const { ref, take } = await open()
  let model: Model = { state: 'pending', available: 8, held: 2 }
  for (const step of steps) {
    const wanted = next(model, step)
    const happened = await take(step).then(
      () => true,
      (error) => {
        if (error instanceof AppError || String(error).includes('nothing waits')) return false
        throw error
      },
    )
    expect(happened, `${step} of ${JSON.stringify(model)}`).toBe(wanted !== null)
    if (wanted) seen.add(`${model.state} to ${wanted.state}`)
    model = wanted ?? model
    const { status, payoutState, available, held } = await look(db, ref)
    const state = payoutState ?? status
    expect({ state, available, held }).toEqual(model)
  }
  await desk.verify()
}

test('every way back is taken at least once', async () => {
  const seen = new Set<string>()
  const ways: Step[][] = [
    ['approve', 'pay', 'came back', 'came back', 'paid after all'],
    ['undo by rejection', 'spend all', 'paid after all', 'earn', 'came back, not theirs', 'paid twice'],
    ['approve', 'undo by rejection', 'paid after all', 'paid twice', 'paid twice', 'paid twice, ours'],
    ['approve', 'spend all', 'take back', 'pay', 'earn', 'earn', 'earn', 'pay', 'take back', 'paid twice'],
  ]
  for (const way of ways) await follow(way, seen)
  expect([...seen]).toEqual(
    expect.arrayContaining(['paid to returned', 'rejected to paid', 'paid to paid', 'manual to rejected']),
  )
}, 60_000)

test('after any sequence of decisions, ways back, debts and earnings the ledger is what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 3, maxLength: 12 }), (steps) =>
      follow(steps, new Set()),
    ),
    { numRuns: tries({ short: 12, long: 200 }) },
  )
}, 120_000)
