import { createHash } from 'node:crypto'
import { problem } from '@chuma/contract/problems'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPayoutDeps, finance } from '../../payouts/testing.ts'
import { codeOf, readRow, readRows } from '../../testing.ts'
import { givenTaxedOn, tamper } from '../testing.ts'
import { fileTaxMonth, listPeriods, readTaxFile, recordRemittance } from './file-tax-month.ts'
import { getCertificateOf, getOwnCertificate, getOwnTax, setTaxDetails, showTaxPin } from './own-tax.ts'

const { db, close } = await createTestDb({ max: 4, isDamaged: true })
afterAll(close)
const deps = createPayoutDeps(db, null)
const file = (month: string) => fileTaxMonth(deps, finance, { month })
const remit = (month: string, amountKes: number, reference: string) =>
  recordRemittance(deps, finance, { month, amountKes, reference, paidOn: '2025-03-20' })

let withPin: Awaited<ReturnType<typeof givenTaxedOn>>
let without: Awaited<ReturnType<typeof givenTaxedOn>>
beforeAll(async () => {
  withPin = await givenTaxedOn(db, '2025-01-10')
  without = await givenTaxedOn(db, '2025-01-31')
  await givenTaxedOn(db, '2025-02-01')
  await setTaxDetails(deps, withPin.member, { pin: 'A123456789B' })
})

test('a month is filed once, in order, and its file never changes', async () => {
  await expect(file('2025-02')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  await expect(file('2024-12')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const filed = await file('2025-01')
  expect(filed).toMatchObject({ state: 'filed', payments: 2, taxKes: 200, dueKes: 200, dueOn: '2025-02-20' })
  expect(filed.isOverdue).toBe(true)
  await expect(file('2025-01')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  const { csv, withoutPin, contentHash } = await readTaxFile(deps, finance, { month: '2025-01' })
  expect(csv.trim().split('\r\n').slice(1)).toEqual([
    expect.stringMatching(/^A123456789B,.*,resident,Reward,2025-01-10,2000,5,100,/),
  ])
  expect(withoutPin.trim().split('\r\n')).toHaveLength(2)
  expect(createHash('sha256').update(JSON.stringify({ csv, withoutPin })).digest('hex')).toBe(contentHash)
  await setTaxDetails(deps, withPin.member, { pin: null })
  expect((await readTaxFile(deps, finance, { month: '2025-01' })).csv).toBe(csv)
  await expect(sql`update tax_file set tax_kes = 1`.execute(db)).rejects.toThrow('never changed')
  await setTaxDetails(deps, withPin.member, { pin: 'A123456789B' })
})

test('the database refuses a file that states less than was withheld', async () => {
  const insert = sql`
    insert into tax_file (month, payments, base_kes, tax_kes, carried_kes, due_on, content, content_hash, filed_by)
    values ('2025-02', 1, 2000, 40, 0, '2025-03-20', 'sealed:1:x', sha256(''), 'staff:amina')`
  await expect(insert.execute(db)).rejects.toThrow('not what was withheld in 2025-02')
})

test('a month is remitted once, in full, under a reference of its own', async () => {
  await expect(remit('2025-02', 100, 'PRN000001')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  await expect(remit('2025-01', 150, 'PRN000001')).rejects.toMatchObject({
    fields: { amountKes: [problem('TAX_AMOUNT_DIFFERS', { amountKes: 200 })] },
  })
  expect(await remit('2025-01', 200, 'PRN000001')).toMatchObject({ state: 'remitted', isOverdue: false })
  const entries = await readRows(db, 'journalEntry', ['sourceKey'], { kind: 'tax-remitted' })
  expect(entries).toEqual([{ sourceKey: 'tax-remitted:2025-01' }])
  await expect(remit('2025-01', 200, 'PRN000002')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  await file('2025-02')
  await expect(remit('2025-02', 100, 'PRN000001')).rejects.toMatchObject({
    fields: { reference: [problem('TAX_REFERENCE_TAKEN')] },
  })
  await remit('2025-02', 100, 'PRN000002')
})

test('a payment that comes back is taken off in a later month, and what is left over is carried on', async () => {
  await givenTaxedOn(db, '2025-04-02')
  await tamper(
    db,
    sql`insert into withholding_reversal (member_id, withdrawal_id, day, base_kes, tax_kes)
      select member_id, withdrawal_id, '2025-03-05', base_kes, tax_kes from withholding where withdrawal_id = ${without.id}`,
  )
  expect(await file('2025-03')).toMatchObject({ payments: 0, baseKes: -2000, taxKes: -100, dueKes: 0 })
  expect((await readTaxFile(deps, finance, { month: '2025-03' })).withoutPin).toContain('Reward, returned')
  expect(await file('2025-04')).toMatchObject({ taxKes: 100, carriedKes: -100, dueKes: 0 })
  await expect(remit('2025-04', 100, 'PRN000003')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect((await listPeriods(deps)).map(({ month, state }) => [month, state])).toEqual([
    ['2025-04', 'filed'],
    ['2025-03', 'filed'],
    ['2025-02', 'remitted'],
    ['2025-01', 'remitted'],
  ])
})

test('a certificate states filed payments, and its check changes with every figure', async () => {
  const { memberId } = withPin
  const month = await getOwnCertificate(deps, { memberId, span: '2025-01' })
  expect(month).toMatchObject({ pin: 'A123456789B', baseKes: 2000, taxKes: 100 })
  const year = await getOwnCertificate(deps, { memberId, span: '2025' })
  expect(year.lines).toEqual(month.lines)
  expect(year.verification).not.toBe(month.verification)
  const staff = await getCertificateOf(deps, { memberId, span: '2025-01' })
  expect(staff).toMatchObject({ pin: '•••••••••9B', verification: month.verification })
  expect(await codeOf(getOwnCertificate(deps, { memberId, span: '2024' }))).toBe('NOT_FOUND')
})

test('a PIN is stored sealed, shown masked, and opened with a trace', async () => {
  const { memberId } = withPin
  const { rows } = await sql<{
    pin: string
  }>`select pin from member_tax where member_id = ${memberId}`.execute(db)
  expect(rows[0]?.pin).toMatch(/^sealed:1:/)
  expect(await getOwnTax(deps, { memberId })).toMatchObject({
    maskedPin: '•••••••••9B',
    residence: 'resident',
  })
  expect(await showTaxPin(deps, finance, { memberId })).toEqual({ pin: 'A123456789B' })
  const entry = await readRow(db, 'auditEntry', ['actor', 'before', 'after'], {
    action: 'member.tax-pin-shown',
  })
  expect(entry).toEqual({ actor: finance.name, before: null, after: null })
  expect(await codeOf(showTaxPin(deps, finance, { memberId: without.memberId }))).toBe('NOT_FOUND')
})
