import type { Opportunity } from '@chuma/contract/tasks/games'
import { expect, test } from 'vitest'
import { dailyProgress } from './daily-progress.ts'

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

test('what premium keeps closed is nothing that a free member has left to do', () => {
  expect(dailyProgress({ opportunities }, false)).toEqual({ done: 1, total: 1 })
})

test('surveys and tasks that are done once are no part of a day', () => {
  expect(dailyProgress({ opportunities: [way('survey', 7, 0), way('social', 3, 0)] }, true)).toEqual({
    done: 0,
    total: 0,
  })
})
