import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coarseTimers } from './coarse-timers.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('timers fire in order, never early and at most a second late', () => {
  const timers = coarseTimers()
  const begun = performance.now()
  const late: number[] = []
  const delays = [300_000, 1001, 5000, 30_000, 1000, 999, 0, 61_234]
  for (const delay of delays) timers.setTimeout(() => late.push(performance.now() - begun - delay), delay)
  vi.advanceTimersByTime(301_000)
  expect(late).toHaveLength(delays.length)
  expect(late.every((ms) => ms >= 0 && ms <= 1000)).toBe(true)
})

test('an interval repeats until it is cleared, even by its own callback', () => {
  const timers = coarseTimers()
  let calls = 0
  const id = timers.setInterval(() => {
    if (++calls === 3) timers.clearInterval(id)
  }, 30_000)
  vi.advanceTimersByTime(62_000)
  expect(calls).toBe(2)
  vi.advanceTimersByTime(600_000)
  expect(calls).toBe(3)
  expect(vi.getTimerCount()).toBe(0)
})

test('a cleared timer does not fire, short or long, and does not affect others', () => {
  const timers = coarseTimers()
  const called: string[] = []
  for (const delay of [10, 2000]) timers.clearTimeout(timers.setTimeout(() => called.push('never'), delay))
  timers.clearTimeout(undefined)
  timers.setTimeout(() => called.push('later'), 5000)
  vi.advanceTimersByTime(6000)
  expect(called).toEqual(['later'])
})

test('many timers share one of the browser’s', () => {
  const timers = coarseTimers()
  for (let index = 0; index < 50; index++) timers.setTimeout(() => {}, 300_000 - index)
  expect(vi.getTimerCount()).toBe(1)
})

test('a timer that throws does not stop the others', () => {
  const timers = coarseTimers()
  const called: string[] = []
  timers.setTimeout(() => {
    throw new Error('broken')
  }, 2000)
  timers.setTimeout(() => called.push('well'), 2000)
  expect(() => vi.advanceTimersByTime(3000)).toThrow('broken')
  vi.advanceTimersByTime(1000)
  expect(called).toEqual(['well'])
})
