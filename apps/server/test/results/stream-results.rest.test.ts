import http from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { givenStaff } from '@chuma/core/admin/testing'
import { givenPeople } from '@chuma/core/surveys/results/testing'
import { givenSurvey } from '@chuma/core/surveys/testing'
import { getPoolStats } from '@chuma/db/client'
import { isLongRun } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '../../src/testing.ts'

const PEOPLE = isLongRun ? 100_000 : 30_000
const MEGABYTE = 2 ** 20

const { app, db, deps, close } = await createTestApp()
afterAll(close)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const id = await givenSurvey(db)
await givenPeople(db, { surveyId: id, people: PEOPLE, words: 'School fees. '.repeat(110) })
const { token } = await givenStaff(deps)

function ask(file: string): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    http.get(`${url}/api/admin/surveys/${id}/${file}`, { headers }, resolve).on('error', reject)
  })
}

const countOpen = async () => {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and xact_start is not null
      and pid <> pg_backend_pid()
  `.execute(db)
  return rows[0]?.open
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** What is still in use, without what the next collection would free. */
function readMemory(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

// Each look at the memory collects first, which takes most of the time.
test.for([
  ['results.csv', 1300],
  ['results.sav', 1300],
  ['results.xlsx', 30],
] as const)(
  'tens of thousands of people are exported in the memory of a few hundred: %s',
  {
    timeout: 180_000,
  },
  async ([file, bytesEach], { annotate }) => {
    // Loads the code and opens the connections, which are no part of a file.
    ;(await ask('codebook.csv')).resume()
    const before = readMemory()
    let [bytes, lines, most] = [0, 0, 0]
    // Also before the first byte arrives: a file that is put together first is in memory then.
    const watch = setInterval(() => {
      most = Math.max(most, readMemory() - before)
    }, 500)
    for await (const chunk of await ask(file)) {
      bytes += chunk.length
      for (const byte of chunk as Buffer) if (byte === 10) lines += 1
    }
    clearInterval(watch)
    await annotate(`${Math.round(bytes / MEGABYTE)} MB in ${Math.round(most / MEGABYTE)} MB`)
    if (file === 'results.csv') expect(lines).toBe(PEOPLE + 1)
    expect(bytes).toBeGreaterThan(PEOPLE * bytesEach)
    expect(most).toBeLessThan(40 * MEGABYTE)
    await vi.waitFor(async () => expect(await countOpen()).toBe(0))
  },
)

test('a client that reads slowly holds the cursor, and one that leaves gives back the connection', async () => {
  const answer = await ask('respondents.json')
  onTestFinished(() => void answer.destroy())
  const begin = await new Promise<string>((resolve) => {
    let text = ''
    answer.on('data', (chunk: Buffer) => {
      text += chunk
      if (text.length < 100) return
      answer.pause()
      resolve(text)
    })
  })
  expect(begin).toMatch(/^\[\n\{"respondent":"r[0-9a-f]{15}"/)
  // Most of the file has not been read from the database, because nobody takes it.
  await vi.waitFor(async () => expect(await countOpen()).toBe(1), { timeout: 10_000 })
  answer.destroy()
  await vi.waitFor(
    async () => {
      const { total, idle } = getPoolStats(deps.db)
      expect([await countOpen(), idle]).toEqual([0, total])
    },
    { timeout: 10_000 },
  )
})

test('three files at once are written, and a fourth has to wait', async () => {
  const answers = [await ask('results.csv'), await ask('results.csv'), await ask('results.csv')]
  await Promise.all(answers.map((answer) => new Promise((resolve) => answer.once('data', resolve))))
  const fourth = await ask('results.csv')
  fourth.resume()
  expect(fourth.statusCode).toBe(503)
  for (const answer of answers) answer.destroy()
  await vi.waitFor(async () => expect(await countOpen()).toBe(0))
})
