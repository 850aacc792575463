import type { Opportunity } from '@chuma/contract/tasks/games'
import { expect, test } from 'vitest'
import { dailyProgress } from './dashboard.tsx'

const way = (kind: Opportunity['kind'], open: number, done: number, isPremium = false): Opportunity => ({
  kind,
  open,
  done,
  upToPoints: null,
  isPremium,
})
const opportunities = [
  way('survey', 7, 0),
  way('daily-login', 0, 1),
  way('micro-job', 2, 0),
  way('video', 3, 1, true),
  way('quiz', 1, 0, true),
  way('social', 3, 0, true),
]

test('a premium member has done two of six daily things', () => {
  expect(dailyProgress({ opportunities }, true)).toEqual({ done: 2, total: 6 })
})

test('locked premium activities do not count as open for a free member', () => {
  expect(dailyProgress({ opportunities }, false)).toEqual({ done: 1, total: 1 })
})

test('surveys and one-time tasks do not count towards the day', () => {
  expect(dailyProgress({ opportunities: [way('survey', 7, 0), way('social', 3, 0)] }, true)).toEqual({
    done: 0,
    total: 0,
  })
})
