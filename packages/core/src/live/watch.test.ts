import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../app-error.ts'
import { type Changes, createChanges, watch } from './watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Started = { guard?: () => Promise<unknown>; readMsAgo?: number | undefined }

function start({ guard = async () => {}, readMsAgo }: Started = {}) {
  const changes = createChanges()
  const [reader, closing] = [new AbortController(), new AbortController()]
  const stream = watch(
    changes,
    { topic: 'member:1', ownerId: '1', guard },
    { signal: reader.signal, closing: closing.signal, readMsAgo },
  )
  return { changes, reader, closing, stream }
}
const news = { done: false, value: 'changed' }

test('everything that happens while the page is busy is one event', async () => {
  const { changes, stream } = start()
  expect(await stream.next()).toEqual(news)
  for (let n = 0; n < 5; n++) changes.announce('member:1')
  const second = stream.next()
  await vi.advanceTimersByTimeAsync(200)
  expect(await second).toEqual(news)
  let isMore = false
  void stream.next().then(() => {
    isMore = true
  })
  await vi.advanceTimersByTimeAsync(40_000)
  expect(isMore).toBe(false)
})

test('the reader is checked again within a minute, even without events', async () => {
  const guard = vi.fn(async () => {})
  const { stream } = start({ guard })
  await stream.next()
  const ended = expect(stream.next()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  guard.mockRejectedValue(new AppError('NOT_SIGNED_IN'))
  await vi.advanceTimersByTimeAsync(60_000)
  await ended
})

test('the end of a session is noticed even while other events arrive', async () => {
  const guard = vi.fn(async () => {})
  const { changes, stream } = start({ guard })
  await stream.next()
  changes.announce('member:1')
  guard.mockImplementationOnce(async () => changes.announce('session:1'))
  guard.mockRejectedValueOnce(new AppError('NOT_SIGNED_IN'))
  const second = stream.next()
  await vi.advanceTimersByTimeAsync(200)
  expect(await second).toEqual(news)
  const ended = expect(stream.next()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  await vi.advanceTimersByTimeAsync(200)
  await ended
})

test.each(['reader', 'closing'] as const)(
  'a stream ends when the %s signals it, and stops following',
  async (who) => {
    const { changes, stream, ...ends } = start()
    const unfollow = vi.fn()
    const { follow } = changes
    changes.follow = (it) => {
      const stop = follow(it)
      return () => unfollow(stop())
    }
    await stream.next()
    const ended = stream.next().then(
      ({ done }) => done && 'reader',
      ({ name }) => name === 'AbortError' && 'closing',
    )
    ends[who].abort()
    await vi.advanceTimersByTimeAsync(200)
    // A reader who has left gets nothing; one who should reconnect must not see the stream end.
    expect(await ended).toBe(who)
    expect(unfollow).toHaveBeenCalledTimes(1)
  },
)

test('a stopping process sends no events', async () => {
  const { closing, stream } = start()
  closing.abort()
  await expect(stream.next()).rejects.toMatchObject({ name: 'AbortError' })
})

test('a reader is not told to read again what cannot have changed since they began', async () => {
  const { changes, stream } = start({ readMsAgo: 10_000 })
  changes.announceAll()
  changes.announce('member:2')
  await vi.advanceTimersByTimeAsync(41_000)
  expect(await stream.next()).toEqual({ done: false, value: 'unchanged' })
  changes.announce('member:1')
  const second = stream.next()
  await vi.advanceTimersByTimeAsync(200)
  expect(await second).toEqual(news)
})

test.each<[string, (changes: Changes) => void, number?]>([
  ['without saying when', () => {}, Number.NaN],
  ['more than minutes ago', () => {}, 300_000],
  ['before a change', (changes) => changes.announce('member:1')],
  ['while announcements were lost', (changes) => changes.lose()],
  ['before announcements arrived again', (changes) => changes.announceAll()],
])('a reader who began to read %s is told to read again', async (_, happen, readMsAgo = 10_000) => {
  const { changes, stream } = start({ readMsAgo: Number.isNaN(readMsAgo) ? undefined : readMsAgo })
  changes.announceAll()
  await vi.advanceTimersByTimeAsync(600_000)
  happen(changes)
  // The request itself was half a minute on its way.
  await vi.advanceTimersByTimeAsync(39_000)
  expect(await stream.next()).toEqual(news)
})

test('a page beyond the most an owner may follow makes the first give way', async () => {
  const { changes, stream } = start()
  await stream.next()
  const ended = stream.next()
  for (let n = 0; n < 8; n++) changes.follow({ ownerId: '1', topics: [], hear: () => {}, giveWay: () => {} })
  await vi.advanceTimersByTimeAsync(200)
  expect(await ended).toMatchObject({ done: true })
})

test('a topic is quiet for as long as nothing was announced about it', async () => {
  const changes = createChanges()
  changes.announceAll()
  changes.announce('member:1')
  await vi.advanceTimersByTimeAsync(200_000)
  expect(changes.isQuiet('member:1', 210_000)).toBe(false)
  expect(changes.isQuiet('member:1', 190_000)).toBe(true)
  changes.announce('member:2')
  await vi.advanceTimersByTimeAsync(200_000)
  changes.announce('member:3')
  expect(changes.isQuiet('member:2', 210_000)).toBe(false)
  expect(changes.isQuiet('member:1', 210_000)).toBe(true)
})
