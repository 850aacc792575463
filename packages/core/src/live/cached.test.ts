import { expect, test, vi } from 'vitest'
import { createCached } from './cached.ts'
import { createChanges } from './watch.ts'

/** A store that can change while it is read, and a cache of it. */
function givenCache() {
  const changes = createChanges()
  const store = { value: 1, reads: 0 }
  const read = vi.fn(async () => {
    store.reads += 1
    const { value } = store
    await Promise.resolve()
    return value
  })
  return { changes, store, read, get: createCached(read, 'economy', { changes, maxAgeMs: 5000 }) }
}

test('callers of one moment share a read, and an announcement that comes twice costs one more', async () => {
  const { changes, store, get } = givenCache()
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1])
  expect(store.reads).toBe(1)
  store.value = 2
  changes.announce('economy')
  changes.announce('economy')
  expect([await get(), await get()]).toEqual([2, 2])
  expect(store.reads).toBe(2)
})

test('a change whose announcement is lost is noticed five seconds later', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const { store, get } = givenCache()
    expect(await get()).toBe(1)
    store.value = 2
    vi.advanceTimersByTime(4999)
    expect(await get()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(await get()).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

test('what was read before an announcement is not kept after it', async () => {
  const { changes, store, get } = givenCache()
  const before = get()
  store.value = 2
  changes.announce('economy')
  expect(await before).toBe(1)
  expect(await get()).toBe(2)
})

test('a read that fails is not kept', async () => {
  const { read, get } = givenCache()
  read.mockRejectedValueOnce(new Error('the database is away'))
  await expect(get()).rejects.toThrow('away')
  expect(await get()).toBe(1)
})
