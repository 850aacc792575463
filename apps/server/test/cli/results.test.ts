import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { givenStaff } from '@chuma/core/admin/testing'
import { givenOpenAnswer } from '@chuma/core/surveys/results/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'
import { runChuma } from './run-chuma.ts'

const testApp = await createTestApp()
const { app, deps, db } = testApp
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(testApp.close)
const folder = await mkdtemp(path.join(tmpdir(), 'chuma-results-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const as = async (role: 'analyst' | 'content') => {
  const { token } = await givenStaff(deps, { role })
  return { CHUMA_URL: url, CHUMA_TOKEN: token }
}
const [analyst, content] = [await as('analyst'), await as('content')]
const { id } = await givenOpenAnswer(db, ['School fees', 'A cow — “Daisy”'])
// Answers given in no time wait for a check.
await db.deleteFrom('surveyReview').execute()

test.each([
  ['csv', ['chuma-answers.csv', 'chuma-codebook.csv']],
  ['sav-syntax', ['chuma-answers.csv', 'chuma-results.sps']],
  ['triple-s', ['chuma-triple-s.csv', 'chuma-triple-s.xml']],
  ['json', ['chuma-respondents.json', 'chuma-results.json']],
])('results are exported as %s into a folder', async (format, files) => {
  const out = path.join(folder, format)
  const run = await runChuma(['results', 'export', id, '--format', format, '--out', out], { env: analyst })
  expect(run).toMatchObject({ code: 0, out: '' })
  expect((await readdir(out)).sort()).toEqual(files)
  const answers = await readFile(path.join(out, files[0] ?? ''), 'utf8')
  expect(answers).toContain('A cow — “Daisy”')
  if (format === 'json') {
    expect(JSON.parse(answers)).toHaveLength(2)
    expect(JSON.parse(await readFile(path.join(out, 'chuma-results.json'), 'utf8'))).toMatchObject({
      id,
      base: 2,
    })
  }
})

test('a role without single answers gets none, and no file is left', async () => {
  const out = path.join(folder, 'refused')
  const run = await runChuma(['results', 'export', id, '--out', out], { env: content })
  expect(run).toMatchObject({ code: 1, out: '' })
  expect(await readdir(out)).toEqual([])
})

test('a survey that does not exist is refused', async () => {
  const out = path.join(folder, 'unknown')
  const run = await runChuma(['results', 'export', crypto.randomUUID(), '--out', out], { env: analyst })
  expect(run.code).toBe(1)
  expect(await runChuma(['results', 'export', 'x', '--out', out], { env: analyst })).toMatchObject({
    code: 2,
  })
})
