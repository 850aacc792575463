import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

/** What ends an attempt, or decides the review of its answers. */
const ENDS =
  /\b(markCompleted|completeAttempt|screenOutAttempt|markScreenedOut|expireAttempts|updateReviewState)\b/

test('each file that ends attempts or decides reviews settles their places', async () => {
  const folder = path.join(import.meta.dirname, '../..')
  const files = (await readdir(folder, { recursive: true })).filter((name) =>
    /(?<!\.test|testing)\.ts$/.test(name),
  )
  const sources = await Promise.all(
    files.map(async (name) => ({ name, source: await readFile(path.join(folder, name), 'utf8') })),
  )
  const ending = sources.filter(({ source }) => ENDS.test(source))
  expect(ending.map(({ name }) => name).sort()).toEqual([
    'partners/claims.ts',
    'partners/credits.ts',
    'partners/events.ts',
    'surveys/complete-survey.ts',
    'surveys/questionnaire/screen-out.ts',
    'surveys/reviews.ts',
    'surveys/surveys.ts',
  ])
  expect(ending.filter(({ source }) => !source.includes('settlePlaces(trx')).map(({ name }) => name)).toEqual(
    [],
  )
})
