import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../app-error.ts'
import { createChanges, watch } from './watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(guard: () => Promise<unknown> = async () => {}) {
  const changes = createChanges()
  const [reader, closing] = [new AbortController(), new AbortController()]
  const stream = watch(
    changes,
    { topic: 'member:1', ownerId: '1', guard },
    { signal: reader.signal, closing: closing.signal },
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
  const { stream } = start(guard)
  await stream.next()
  expect(guard).toHaveBeenCalledTimes(1)
  const ended = expect(stream.next()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  guard.mockRejectedValue(new AppError('NOT_SIGNED_IN'))
  await vi.advanceTimersByTimeAsync(60_000)
  await ended
})

test('the end of a session is noticed even while other events arrive', async () => {
  const guard = vi.fn(async () => {})
  const { changes, stream } = start(guard)
  await stream.next()
  guard.mockImplementationOnce(async () => changes.announce('session:1'))
  guard.mockRejectedValueOnce(new AppError('NOT_SIGNED_IN'))
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
