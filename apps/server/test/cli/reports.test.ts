import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { givenStaff } from '@chuma/core/admin/testing'
import { transferOf } from '@chuma/core/books/journal/testing'
import { givenTaxedOn } from '@chuma/core/books/testing'
import { issueInvoice } from '@chuma/core/receivables/invoices'
import { givenDebt, monthsAgo } from '@chuma/core/receivables/testing'
import { givenOpenAnswer } from '@chuma/core/surveys/results/testing'
import { bookEntry } from '@chuma/core/wallet/ledger'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'
import { openChuma, openFolder } from './run-chuma.ts'

const testApp = await createTestApp({}, { isDamaged: true })
const { deps, db } = testApp
afterAll(testApp.close)
const { url, content, chuma } = await openChuma(testApp)
const { folder, remove } = openFolder()
afterAll(remove)
const last = monthsAgo(1)
await db
  .transaction()
  .execute((trx) => bookEntry(trx, { ...transferOf('a transfer', 123_456), day: last.day }))

test('the trial balance is printed for a day, and says how far points are booked', async () => {
  const found = await chuma(['books', 'trial-balance', '--day', last.day])
  expect(found).toMatchObject({ code: 0, err: 'The books are not open yet.\n' })
  expect(found.out).toMatch(/^NUMBER +ACCOUNT +CURRENCY +DEBIT +CREDIT\n/)
  expect(found.out).toMatch(/1010 +M-Pesa float +KES +1,234\.56\n1100 +Bank +KES +1,234\.56\n/)
  const before = await chuma(['books', 'trial-balance', '--day', '2024-01-01'])
  expect(before.out).toBe('Nothing is booked.\n')
  const { out } = await chuma(['books', 'trial-balance', '--json'])
  expect(JSON.parse(out)).toMatchObject({ rows: [{ account: 'float-mpesa', debitMinor: 123_456 }, {}] })
  expect(await chuma(['books', 'trial-balance', '--day', 'yesterday'])).toMatchObject({ code: 2, out: '' })
})

test('profit and loss is printed for a period', async () => {
  const lines = [
    { account: 'payout-charges', currency: 'KES', minor: 900 },
    { account: 'float-mpesa', currency: 'KES', minor: -900 },
  ] as const
  await db
    .transaction()
    .execute((trx) => bookEntry(trx, { ...transferOf('a charge'), day: last.day, lines: [...lines] }))
  const found = await chuma(['books', 'profit', '--from', last.day, '--to', last.day])
  expect(found).toMatchObject({ code: 0, err: '' })
  expect(found.out).toMatch(new RegExp(`\\n${last.month} +Payout charges +expense +9\\.00`))
  expect(await chuma(['books', 'profit', '--from', last.day])).toMatchObject({ code: 2 })
  expect(
    await chuma(['books', 'profit', '--from', last.day, '--to', last.day], { env: content }),
  ).toMatchObject({
    code: 1,
    out: '',
  })
})

test('a month waits for a second person to close it, and another one is refused', async () => {
  const close = (month: string) => chuma(['books', 'close', month, '--reason', 'Agrees with the bank'])
  expect(await close(last.month)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('approve'),
  })
  expect(await close(monthsAgo(0).month)).toMatchObject({ code: 1, out: '' })
  expect(await close('2026-13')).toMatchObject({ code: 2 })
})

test('what partners owe, and their invoices, are listed in USD', async () => {
  const { partnerId } = await givenDebt(deps, [[last.day, 1234.5]])
  const { number, id } = await issueInvoice(
    deps,
    { name: 'staff:x', address: null },
    { partnerId, month: last.month },
  )
  const { out } = await chuma(['receivables', 'list'])
  expect(out).toMatch(/^PARTNER +ACCRUED +REVERSED +RECEIVED +OUTSTANDING +OVERDUE\n/)
  expect(out).toMatch(/ 1,234\.50 +0\.00 +0\.00 +1,234\.50 /)
  const invoices = await chuma(['receivables', 'invoices', '--partner', partnerId, '--limit', '1'])
  expect(invoices.out).toMatch(
    new RegExp(`${id} +${number} .* ${last.month} +1,234\\.50 +0\\.00 +\\S+ +issued`),
  )
  expect(invoices.err).toBe(`There may be more: --after ${id}\n`)
  const json = await chuma(['receivables', 'invoices', '--after', id, '--json'])
  expect(JSON.parse(json.out)).toEqual({ invoices: [], next: null })
})

test('a month of tax is filed once a person confirms it, or with --yes', async () => {
  await givenTaxedOn(db, last.day)
  expect((await chuma(['tax', 'months'])).out).toMatch(
    new RegExp(`\\n${last.month} +open(, overdue)? +1 +100 +100 `),
  )
  const file = (...more: string[]) => ['tax', 'file', last.month, ...more]
  expect(await chuma(file())).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--yes') })
  expect(await chuma(file(), { answers: { File: 'n' } })).toMatchObject({ code: 1, out: '' })
  expect((await chuma(file('--yes'))).out).toMatch(
    new RegExp(`^${last.month} is filed: KES 100 until \\S+, SHA-256 `),
  )
  expect(await chuma(file('--yes'))).toMatchObject({ code: 1, out: '' })
  const months = JSON.parse((await chuma(['tax', 'months', '--json'])).out)
  expect(months).toMatchObject({ months: [{ month: last.month, state: 'filed' }] })
})

const analyst = { CHUMA_URL: url, CHUMA_TOKEN: (await givenStaff(deps, { role: 'analyst' })).token }
const { id } = await givenOpenAnswer(db, ['School fees', 'A cow — “Daisy”'])
// Answers given in no time wait for a check.
await db.deleteFrom('surveyReview').execute()

test.each([
  ['csv', ['chuma-answers.csv', 'chuma-codebook.csv']],
  ['sav', ['chuma-results.sav']],
  ['xlsx', ['chuma-results.xlsx']],
  ['tables', ['chuma-tables.xlsx']],
  ['triple-s', ['chuma-triple-s.csv', 'chuma-triple-s.xml']],
  ['json', ['chuma-respondents.json', 'chuma-results.json']],
])('results are exported as %s into a folder', async (format, files) => {
  const out = path.join(folder, format)
  const run = await chuma(['results', 'export', id, '--format', format, '--breaks', '3', '--out', out], {
    env: analyst,
  })
  expect(run).toMatchObject({ code: 0, out: '' })
  expect((await readdir(out)).sort()).toEqual(files)
  const answers = await readFile(path.join(out, files[0] ?? ''), 'utf8')
  if (format === 'xlsx' || format === 'tables') expect(answers.slice(0, 2)).toBe('PK')
  else if (format === 'sav') expect(answers.slice(0, 4)).toBe('$FL2')
  else expect(answers).toContain('A cow — “Daisy”')
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
  const run = await chuma(['results', 'export', id, '--out', out], { env: content })
  expect(run).toMatchObject({ code: 1, out: '' })
  expect(await readdir(out)).toEqual([])
})

test('a survey that does not exist is refused', async () => {
  const out = path.join(folder, 'unknown')
  const run = await chuma(['results', 'export', crypto.randomUUID(), '--out', out], { env: analyst })
  expect(run.code).toBe(1)
  expect(await chuma(['results', 'export', 'x', '--out', out], { env: analyst })).toMatchObject({
    code: 2,
  })
})
