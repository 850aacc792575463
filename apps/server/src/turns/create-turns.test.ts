import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTurns } from './create-turns.ts'

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
