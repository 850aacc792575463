import { type AccountExport, accountExport } from '@chuma/contract/personal-data/account-export'
import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { exportData } from '../../personal-data/export-data.ts'
import { givenMember, openTestDb } from '../../testing.ts'
import { givenLife } from '../testing.ts'
import { LEFT_OUT, PARTS } from './export-parts.testing.ts'

const { db, deps } = await openTestDb()

type Life = Awaited<ReturnType<typeof givenLife>>
let life: Life
let other: Life
let data: AccountExport
let text: string

beforeAll(async () => {
  life = await givenLife(db)
  other = await givenLife(db)
  data = accountExport.parse(await exportData(deps, life.member))
  text = JSON.stringify(data)
})

test('every table with members is in the document or left out for a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('member_id', 'caller_id') order by table_name
  `.execute(db)
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(PARTS), ...LEFT_OUT].sort())
})

test('the document has as many rows of each table as the member has', async () => {
  for (const [table, part] of Object.entries(PARTS)) {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where member_id = ${life.member.memberId}`.execute(db)
    expect(rows.length, `the member has used ${table}`).toBeGreaterThan(0)
    expect([table, part(data).length]).toEqual([table, rows.length])
  }
})

test('the document has everything the member told us, and every decision about them with its reason', () => {
  const { wantedEmail: _, ...told } = life.person
  for (const word of Object.values(told)) expect(text).toContain(word)
  expect(data.surveys.map(({ status, answers }) => [status, answers.length])).toEqual([
    ['completed', 4],
    ['in_progress', 1],
    ['completed', 3],
  ])
  expect(data.withdrawals.map(({ status, reviewReasons }) => [status, reviewReasons])).toEqual([
    ['paid', ['new-number']],
    ['rejected', ['new-bank-account', 'recently-changed-destination']],
  ])
  expect(data.withdrawals[0]).toMatchObject({ receipt: life.paid.receipt, attempts: [{ state: 'paid' }] })
  expect(data.decisions.map(({ by, action, reason }) => [by, action, reason])).toEqual([
    ['staff', 'proof.approved', null],
    ['staff', 'proof.rejected', `${life.person.firstName} did something else`],
    ['staff', 'decide-claim', `${life.person.firstName} is right`],
    ['staff', 'survey-review.held', `We look at what ${life.person.firstName} wrote`],
    ['staff', 'survey-review.rejected', `${life.person.firstName} was careless`],
    ['staff', 'withdrawal.hold-lifted', 'Approved after an individual review'],
    ['staff', 'withdrawal.hold-lifted', 'Approved after an individual review'],
    ['staff', 'withdrawal.approved', null],
    ['staff', 'withdrawal.rejected', `${life.person.firstName} is not the name of this account.`],
    ['staff', 'payouts.paused', `${life.person.firstName} has two numbers`],
    ['staff', 'payouts.appeal-answered', `${life.person.firstName} is right`],
    ['staff', 'premium.granted', `${life.person.firstName} won a prize`],
    ['staff', 'member.suspended', `${life.person.firstName} has two accounts`],
    ['staff', 'member.earnings-edited', `${life.person.firstName} had one too few`],
    ['staff', 'member.noted', null],
  ])
  expect(data.mails.map(({ to, state }) => [to, state])).toEqual([
    [life.person.email, 'kept'],
    [life.person.email, 'sent'],
    [life.person.formerEmail, 'kept'],
    [life.person.formerEmail, 'sent'],
  ])
  expect(data.exportedOn).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('the document has proofs, claims and answers, but no solutions of an unsubmitted quiz', () => {
  expect(data.proofs.map(({ state, proof }) => [state, proof])).toEqual([
    ['approved', `Done by ${life.person.firstName}`],
    ['rejected', `Done by ${life.person.firstName}`],
    ['submitted', `Done by ${life.person.firstName}`],
  ])
  expect(data.claims.map(({ state, note }) => [state, note])).toEqual([
    ['credited', `I am ${life.person.firstName}`],
    ['open', `I am ${life.person.firstName}`],
  ])
  expect(data.partnerCredits.map(({ state }) => state)).toEqual(['available', 'pending', 'review'])
  expect(data.quizzes).toMatchObject([
    { answers: null, questions: [] },
    { questions: [{ correctAnswer: 'B' }], correct: 0 },
  ])
})

test('nothing in it is about anyone else, not even what the member did to them as staff', () => {
  for (const word of [...other.traces, other.member.memberId]) expect(text).not.toContain(word)
  expect(text).not.toContain('A reason that is about somebody else')
})

test('nothing in it opens an account or serves as a credential', async () => {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.columns m on m.table_schema = c.table_schema and m.table_name = c.table_name
    where c.table_schema = 'public' and m.column_name = 'member_id' and (c.data_type = 'bytea' or c.column_name ~ 'hash')
  `.execute(db)
  expect(columns.map(({ table }) => table)).toEqual(
    expect.arrayContaining(['member', 'session', 'one_time_link']),
  )
  for (const { table, column } of columns) {
    const { rows } = await sql<{ secret: Buffer | string | null }>`
      select ${sql.ref(column)} as secret from ${sql.table(table)} where member_id = ${life.member.memberId}
    `.execute(db)
    for (const { secret } of rows) {
      if (secret === null || secret.length === 0) continue
      const spellings = Buffer.isBuffer(secret)
        ? (['hex', 'base64', 'base64url'] as const).map((encoding) => secret.toString(encoding))
        : [secret]
      for (const spelling of spellings) expect(text).not.toContain(spelling)
    }
  }
  expect(text).not.toMatch(/l_secret|\$argon2|-token|sealed:1:/)
  expect(text).toContain('?token=…')
})

test('the document has no internal notes of staff or provider', async () => {
  const { memberId } = life.member
  await sql`update payout_attempt set result_description = 'CANARY-1'
    where member_id = ${memberId}`.execute(db)
  await sql`update survey set admin_notes = 'CANARY-2'`.execute(db)
  await sql`update payout_callback_outcome set detail = 'CANARY-3'`.execute(db)
  await sql`with someone as (insert into person default values returning person_id)
    insert into staff (person_id, username, password_hash, role)
    select person_id, 'canary-4', 'CANARY-5', 'owner' from someone`.execute(db)
  await sql`insert into economy_version (record, changed_by, reason)
    values ('{}', 'CANARY-6', 'CANARY-7')`.execute(db)
  const again = accountExport.parse(await exportData(deps, life.member))
  expect(JSON.stringify(again)).not.toMatch(/canary/i)
})

test('a long ledger is complete, from the first posting to the last', async () => {
  const { memberId } = await givenMember(db, { points: 1 })
  await db.transaction().execute(async (trx) => {
    for (let n = 0; n < 2100; n++) {
      await insertPosting(trx, {
        memberId,
        kind: 'survey',
        availableDelta: 1,
        heldDelta: 0,
        houseAccount: 'rewards',
        sourceKey: `survey:${n}`,
        description: 'Survey',
        actor: 'system',
      })
    }
  })
  const { ledger, balance } = await exportData(deps, { ...life.member, memberId })
  expect(ledger.map(({ id }) => id)).toEqual(Array.from({ length: 2101 }, (_, index) => index + 1))
  expect(ledger.at(-1)?.availableAfter).toBe(balance.availablePoints)
})

test('a new member gets a document too, and the number of exports is limited', async () => {
  const member = await givenMember(db, { isSignedIn: false })
  expect(accountExport.parse(await exportData(deps, member))).toMatchObject({
    account: { id: member.memberId, email: member.email },
    settings: { mailsPayouts: true },
    sessions: [],
    ledger: [],
    withdrawals: [],
    decisions: [],
  })
  for (let n = 1; n < 20; n++) await exportData(deps, member)
  await expect(exportData(deps, member)).rejects.toMatchObject({ code: 'THROTTLED' })
})

test('mails to a former address are included up to the change of address', async () => {
  const { formerEmail: recipient } = life.person
  await sql`insert into captured_mail (recipient, subject, body_text, body_html)
    values (${recipient}, 'To the next owner', '-', '-')`.execute(db)
  const { mails } = await exportData(deps, life.member)
  expect(mails.map(({ subject }) => subject)).not.toContain('To the next owner')
})
