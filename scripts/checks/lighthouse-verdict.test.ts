import { expect, test } from 'vitest'
import { findMissedGoals, findMissedRatios, medianOf } from '../steps/lighthouse-verdict.mjs'

const page = { name: 'dashboard', performance: 95 }
const run = (performance: number, seo = 100) => ({
  scores: { performance, accessibility: 100, 'best-practices': 100, seo },
  failed: { seo: 'meta-description' },
})

test('performance is judged by the median run, so one busy moment does not fail a page', () => {
  expect(findMissedGoals(page, [run(40), run(95), run(97)])).toEqual([])
  expect(findMissedGoals(page, [run(94), run(93), run(100)])).toEqual([
    'dashboard: performance 94, wanted 95',
  ])
})

test('scores that do not depend on the machine must be right in every run', () => {
  expect(findMissedGoals(page, [run(99), run(99, 92), run(99)])).toEqual([
    'dashboard: SEO 92, wanted 100 (meta-description)',
  ])
})

test('blocking time is judged against a bare page on the same machine, and the largest paint on its own', () => {
  const landing = { name: 'landing', blockingRatio: 0.3 }
  const yardstick = { blockedMs: medianOf([900, 100, 200]) }
  expect(findMissedRatios({ page: landing, blockedMs: 60, largestMs: 1200 }, yardstick)).toEqual([])
  expect(findMissedRatios({ page: landing, blockedMs: 80, largestMs: 1300 }, yardstick)).toEqual([
    'landing: blocked 0.40 of the yardstick, wanted 0.3',
    'landing: largest paint after 1300 ms, wanted 1200',
  ])
})
