import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createMailCapture, createTestDeps, readRows } from '../testing.ts'
import { exportManualPayouts, importPayments } from './manual.ts'
import { pausePayouts } from './pauses.ts'
import { approve, finance, forgetWork, givenWithdrawal, look, runJobs } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))
const { mail, sent } = createMailCapture()
const failures: string[] = []
const deps = createTestDeps(db, { mail, reportFailure: (_error, about) => failures.push(about) })

async function givenApproved(method: 'mpesa' | 'bank' = 'bank') {
  const given = await givenWithdrawal(db, { method })
  await approve(deps, given)
  return given
}

const upload = (csv: string, isDryRun = false, staff = finance) =>
  importPayments(deps, staff, { csv, isDryRun })

const table = (...rows: string[]) => ['Withdrawal ID,Amount KES,Reference', ...rows].join('\r\n')

const outcomesOf = async (csv: string, isDryRun = false) =>
  (await upload(csv, isDryRun)).results.map(({ outcome }) => outcome)

let references = 0
const reference = () => `KCB-${10_000 + ++references}`

const countPayouts = async () =>
  (await db.selectFrom('posting').select('seq').where('kind', '=', 'payout').execute()).length

test('a payment by hand is booked with its reference, and the member is told', async () => {
  const { id, ref, email } = await givenApproved()
  const paid = reference()
  expect(await upload(table(`${id},2000,${paid}`))).toEqual({
    isDryRun: false,
    paidCount: 1,
    paidKes: 2000,
    results: [{ line: 2, id, reference: paid, outcome: 'paid', payoutKes: 2000 }],
  })
  expect(await look(db, ref)).toMatchObject({ status: 'paid', receipt: paid, processedBy: 'fatuma', held: 0 })
  await runJobs(deps)
  expect(sent.at(-1)).toMatchObject({ kind: 'sendWithdrawalPaid', mail: { to: email, receipt: paid } })
})

test('importing the same file twice pays once, even concurrently', async () => {
  const given = await Promise.all([givenApproved(), givenApproved(), givenApproved()])
  const csv = table(...given.map(({ id }) => `${id},2000,${reference()}`))
  const before = await countPayouts()
  const runs = await Promise.all([outcomesOf(csv), outcomesOf(csv)])
  for (const n of given.keys()) {
    expect(runs.map((run) => run[n]).sort()).toEqual(['already-paid', 'paid'])
  }
  expect(await outcomesOf(csv)).toEqual(Array(3).fill('already-paid'))
  expect((await countPayouts()) - before).toBe(3)
})

test('each wrong row has a reason, and does not affect others', async () => {
  const [good, wrongAmount, noReference, badReference, reused, paused] = await Promise.all(
    Array.from({ length: 6 }, () => givenApproved()),
  )
  const pending = await givenWithdrawal(db, { method: 'bank' })
  const taken = reference()
  await upload(table(`${(await givenApproved()).id},2000,${taken}`))
  await pausePayouts(deps, finance, { memberId: paused?.memberId ?? '', reason: 'A question' })
  const csv = table(
    `${wrongAmount?.id},2001,${reference()}`,
    `${noReference?.id},2000,`,
    `${badReference?.id},2000,=cmd|x`,
    `${reused?.id},2000,${taken.toLowerCase()}`,
    `${paused?.id},2000,${reference()}`,
    `${pending.id},2000,${reference()}`,
    `00000000-0000-4000-8000-000000000000,2000,${reference()}`,
    `nonsense,2000,${reference()}`,
    `${good?.id},"2,000.00",${reference()}`,
  )
  const expected = [
    'amount-mismatch',
    'no-reference',
    'bad-reference',
    'reference-used',
    'payouts-paused',
    'not-waiting',
    'unknown-id',
    'unknown-id',
    'paid',
  ]
  expect(await outcomesOf(csv, true)).toEqual(expected)
  expect(await outcomesOf(csv)).toEqual(expected)
  for (const left of [wrongAmount, noReference, badReference, reused, paused]) {
    expect(left && (await look(db, left.ref))).toMatchObject({ status: 'approved', held: 2 })
  }
})

test('a reference of a failed row stays free for its own payment', async () => {
  const { id } = await givenApproved()
  const pending = await givenWithdrawal(db, { method: 'bank' })
  const mine = reference()
  expect(await outcomesOf(table(`${pending.id},2000,${mine}`, `${id},2000,${mine}`))).toEqual([
    'not-waiting',
    'paid',
  ])
})

test('a dry run reports what would happen, conflicts between rows included, and changes nothing', async () => {
  const [one, two] = [await givenApproved(), await givenApproved()]
  const mine = reference()
  const csv = table(
    `${one.id},2000,${mine}`,
    `${two.id},2000,${mine}`,
    `${one.id},2000,${mine}`,
    `${one.id},2000,${mine}9`,
  )
  const expected = ['paid', 'reference-used', 'already-paid', 'not-waiting']
  const before = await countPayouts()
  expect(await upload(csv, true)).toMatchObject({ isDryRun: true, paidCount: 1, paidKes: 2000 })
  expect(await outcomesOf(csv, true)).toEqual(expected)
  expect(await countPayouts()).toBe(before)
  expect(await look(db, one.ref)).toMatchObject({ status: 'approved', receipt: null, held: 2 })
  expect(await outcomesOf(csv)).toEqual(expected)
})

test('nobody can book their own payment', async () => {
  const { id, memberId } = await givenApproved()
  const self = { name: `member:${memberId}`, address: null }
  const { results } = await upload(table(`${id},2000,${reference()}`), false, self)
  expect(results).toMatchObject([{ outcome: 'own' }])
})

test('a row that the database refuses is unchanged, and the next one is paid', async () => {
  const [bad, good] = [await givenApproved(), await givenApproved()]
  await sql
    .raw(`create function refuse_one() returns trigger language plpgsql as $$ begin
    if new.withdrawal_id = '${bad.id}' then raise exception 'poison'; end if; return new; end $$`)
    .execute(db)
  await sql`create trigger refuse_one before update on withdrawal for each row execute function refuse_one()`.execute(
    db,
  )
  expect(await outcomesOf(table(`${bad.id},2000,${reference()}`, `${good.id},2000,${reference()}`))).toEqual([
    'failed',
    'paid',
  ])
  await sql`drop trigger refuse_one on withdrawal`.execute(db)
  expect(failures).toHaveLength(1)
  expect(await look(db, bad.ref)).toMatchObject({ status: 'approved', held: 2 })
})

test('our exported file can be imported, and members’ texts are not formulas in it', async () => {
  const { id, ref } = await givenApproved('mpesa')
  await sql`update member set first_name = '=1+1', last_name = 'x' where member_id = ${ref.memberId}`.execute(
    db,
  )
  const file = await exportManualPayouts(deps, finance)
  const line = file.split('\r\n').find((text) => text.startsWith(id)) ?? ''
  expect(line).toContain(",'=1+1 x,mpesa,2000,,'254712345678,")
  const [head] = file.split('\r\n')
  expect(await outcomesOf(`${head}\r\n${line}UKK9000417\r\n`)).toEqual(['paid'])
  expect(await exportManualPayouts(deps, finance)).not.toContain(id)
})

test('paused payouts and those of a provider are not in the file', async () => {
  const [paused, pending] = [await givenApproved(), await givenWithdrawal(db)]
  await pausePayouts(deps, finance, { memberId: paused.memberId, reason: 'A question' })
  const file = await exportManualPayouts(deps, finance)
  for (const { id } of [paused, pending]) expect(file).not.toContain(id)
})

test.each([
  [
    'semicolons, as spreadsheets here write',
    (id: string, paid: string) => `\ufeffid;Receipt;Amount\n${id};${paid};2,000.00\n`,
  ],
  ['tabs', (id: string, paid: string) => `Reference\tWithdrawal ID\n${paid}\t${id}\n`],
  [
    'quotes, capitals and empty lines',
    (id: string, paid: string) => `"REFERENCE","withdrawal id"\n\n"${paid}","${id.toUpperCase()}"\n\n`,
  ],
])('a table with %s can be read', async (_name, write) => {
  const { id } = await givenApproved()
  expect(await outcomesOf(write(id, reference()))).toEqual(['paid'])
})

test.each([
  ['no head', 'a,b\n1,2', 'COLUMNS_MISSING'],
  ['an open quote', 'Withdrawal ID,Reference\n"x,y', 'CSV_UNREADABLE'],
  ['a row with a cell too many', 'Withdrawal ID,Reference\nx,y,z', 'CSV_UNREADABLE'],
  ['nothing in it', '\n\n', 'COLUMNS_MISSING'],
  ['too many rows', `Withdrawal ID,Reference\n${'x,\n'.repeat(5001)}`, 'TOO_MANY_ROWS'],
])('a table with %s is refused as a whole', async (_name, csv, code) => {
  await expect(upload(csv)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { csv: [{ code }] },
  })
})

test('each payment has one entry in the audit log, and a dry run none', async () => {
  const { id } = await givenApproved()
  const csv = table(`${id},2000,${reference()}`)
  const list = () => readRows(db, 'auditEntry', ['action'], { subject: `withdrawal:${id}` }, 'entryId')
  await upload(csv, true)
  expect(await list()).toEqual([{ action: 'withdrawal.approved' }])
  await upload(csv)
  await upload(csv)
  expect(await list()).toEqual([{ action: 'withdrawal.approved' }, { action: 'withdrawal.paid' }])
})

test.each([
  ['a comma', ','],
  ['a semicolon', ';'],
  ['a tab', '\t'],
])('references that a spreadsheet would change survive in a table with %s', async (_, sign) => {
  const run = String(Date.now()).slice(-9)
  // With a leading zero, more digits than a number holds, and like a power of ten.
  const written = [`00${run}`, `1234567890123${run}`, `${run}E5`]
  const given = []
  for (const paid of written) given.push({ paid, ...(await givenApproved()) })
  const cells = given.map(({ id, paid }, n) => [id, n === 0 ? `'${paid}` : `"${paid}"`].join(sign))
  expect(await outcomesOf([`Withdrawal ID${sign}Reference`, ...cells].join('\r\n'))).toEqual(
    Array(3).fill('paid'),
  )
  for (const { ref, paid } of given) expect(await look(db, ref)).toMatchObject({ receipt: paid })
})
