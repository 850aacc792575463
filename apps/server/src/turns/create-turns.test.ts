import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTurns } from './turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const share = { atOnce: 2, waiting: 1 }
const refused = { code: 'TOO_MANY_AT_ONCE', failure: { params: { retryAfterSeconds: 1 } } }

/** Work that a test finishes, in the order in which it started. */
function controlledWork() {
  const started: { name: string; finish: () => void }[] = []
  const work = (name: string) => () =>
    new Promise<string>((resolve) => started.push({ name, finish: () => resolve(name) }))
  const finish = async (name: string) => {
    started.find((each) => each.name === name)?.finish()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { work, finish, started: () => started.map(({ name }) => name) }
}

test('a source runs and queues limited numbers, the rest is refused immediately, and others never wait for it', async () => {
  const turns = createTurns({ waitMs: 1000 })
  const { work, finish, started } = controlledWork()
  const calls = ['a', 'b', 'c'].map((name) => turns('amina', share, work(name)))
  await expect(turns('amina', share, work('d'))).rejects.toMatchObject(refused)
  const other = turns('baraka', share, work('e'))
  expect(started()).toEqual(['a', 'b', 'e'])

  await finish('a')
  expect(started()).toEqual(['a', 'b', 'e', 'c'])
  for (const name of ['b', 'c', 'e']) await finish(name)
  expect(await Promise.all([...calls, other])).toEqual(['a', 'b', 'c', 'e'])
})

test('work that waits too long is refused, and leaves its place to others', async () => {
  const turns = createTurns({ waitMs: 1000 })
  const { work, finish, started } = controlledWork()
  const calls = [turns('amina', share, work('a')), turns('amina', share, work('b'))]
  const late = turns('amina', share, work('c')).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await late).toMatchObject(refused)
  calls.push(turns('amina', share, work('d')))
  await finish('a')
  expect(started()).toEqual(['a', 'b', 'd'])
  // Whose turn has come is not refused any more.
  await vi.advanceTimersByTimeAsync(2000)
  for (const name of ['b', 'd']) await finish(name)
  expect(await Promise.all(calls)).toEqual(['a', 'b', 'd'])
})

test('failed work frees its turn', async () => {
  const turns = createTurns({ waitMs: 1000 })
  const one = { atOnce: 1, waiting: 0 }
  await expect(turns('amina', one, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(turns('amina', one, async () => 'fine')).resolves.toBe('fine')
})

test('work beyond the pace waits until its turn comes, and a rest gives the burst back', async () => {
  const turns = createTurns({ waitMs: 1000 })
  const paced = { atOnce: 2, waiting: 5, pace: { perSecond: 10, burst: 2 } }
  let began = 0
  const work = async () => {
    began += 1
  }
  const calls = Array.from({ length: 6 }, () => turns('amina', paced, work))
  await vi.advanceTimersByTimeAsync(0)
  // The first, and the two more that a rest allows.
  expect(began).toBe(3)
  await turns('baraka', paced, work)
  expect(began).toBe(4)
  await vi.advanceTimersByTimeAsync(100)
  expect(began).toBe(5)
  await vi.advanceTimersByTimeAsync(200)
  await Promise.all(calls)
  expect(began).toBe(7)

  await vi.advanceTimersByTimeAsync(300)
  for (let call = 0; call < 3; call += 1) await turns('amina', paced, work)
  expect(began).toBe(10)
})

test('work that its pace keeps waiting too long is refused, and nothing is lost after it', async () => {
  const turns = createTurns({ waitMs: 250 })
  const paced = { atOnce: 2, waiting: 5, pace: { perSecond: 10, burst: 0 } }
  const results = Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((name) => turns('amina', paced, async () => name)),
  )
  await vi.advanceTimersByTimeAsync(250)
  expect((await results).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ])
  await vi.advanceTimersByTimeAsync(50)
  await expect(turns('amina', paced, async () => 'e')).resolves.toBe('e')
})

test('a source that repeats what was refused is told only a second later from the fifty-first time on', async () => {
  const turns = createTurns({ waitMs: 60_000 })
  const full = { atOnce: 1, waiting: 0 }
  const { work, finish } = controlledWork()
  const running = turns('amina', full, work('a'))
  let refusals = 0
  for (let call = 0; call < 60; call += 1) {
    turns('amina', full, work('b')).catch(() => {
      refusals += 1
    })
  }
  await vi.advanceTimersByTimeAsync(0)
  expect(refusals).toBe(50)
  await vi.advanceTimersByTimeAsync(1000)
  expect(refusals).toBe(60)
  await finish('a')
  expect(await running).toBe('a')
})
