import { createTestDb, listTraces } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { listAudit } from '../../admin/testing.ts'
import { callAs } from '../../auth/testing.ts'
import { finance } from '../../payouts/testing.ts'
import { codeOf, createTestDeps, readRows } from '../../testing.ts'
import { deleteClientAccount, exportClientData } from '../own-data.ts'
import { acceptMyQuote } from '../quotes.ts'
import { requireClient } from '../sessions/client-sessions.ts'
import { setClientPassword } from '../sessions/log-in-client.ts'
import { acceptDataset, answerClient, writeMyComment } from '../surveys/commissioned-surveys.ts'
import { downloadHash, givenClient, givenClientSession, givenDispute, givenQuote } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const password = 'three quiet herons'
/** The part of the file for each table that names someone of a client. */
const PARTS = {
  client_session: 'sessions',
  client_link: 'links',
  client_comment: 'comments',
  client_dataset: 'acceptedData',
  client_dispute: 'disputes',
  client_quote: 'acceptedQuotes',
  // When it was turned on is in `account`; a copy of it would be a second key.
  client_second_factor: null,
  client_recovery_code: null,
} as const

test('every table that names someone of a client has a part of the file, or a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'client_user'::regclass order by 1`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(PARTS).sort())
})

test('the file has everything that is kept about them, and nothing of colleagues or staff', async () => {
  const given = await givenDispute(deps)
  const { client, surveyId, email } = given
  await writeMyComment(deps, client, { surveyId, text: 'How many of them shop in supermarkets?' })
  await answerClient(deps, finance, { surveyId, text: 'We will know on Monday' })
  await acceptDataset(deps, client, { surveyId, hash: await downloadHash(deps, client, surveyId) })
  const file = await exportClientData(deps, client)
  expect(file.account).toMatchObject({ email, hasPassword: false, secondFactorSince: null })
  expect(file.comments.map(({ text }) => text)).toEqual(['How many of them shop in supermarkets?'])
  for (const part of ['sessions', 'links', 'acceptedData', 'disputes'] as const)
    expect(file[part]).toHaveLength(1)
  expect(file.events.map(({ action, by }) => [action, by])).toContainEqual(['client.signed-in', 'you'])
  const text = JSON.stringify(file)
  for (const secret of [finance.name, 'We will know on Monday', given.token, given.linkToken])
    expect(text).not.toContain(secret)
})

test('an accepted quote is in the file of who accepted it', async () => {
  const { client, surveyId, version, priceCents, userId, clientId } = await givenQuote(deps)
  await acceptMyQuote(deps, client, { surveyId, version })
  const { acceptedQuotes } = await exportClientData(deps, client)
  expect(acceptedQuotes).toMatchObject([{ surveyId, version, priceCents }])
  const { rows } = await sql<{ id: string }>`
    insert into client_user (organisation_id, name, email, created_by)
    values (${clientId}, 'Colleague', ${`${userId}@colleague.example`}, 'staff:x') returning user_id as id`.execute(
    db,
  )
  const colleague = await givenClientSession(deps, rows[0]?.id ?? '')
  expect((await exportClientData(deps, colleague.client)).acceptedQuotes).toEqual([])
})

test('a link to one survey, which may have been passed on, neither exports nor deletes', async () => {
  const { userId, surveyId } = await givenClient(deps)
  const { client } = await givenClientSession(deps, userId, surveyId)
  expect(await codeOf(exportClientData(deps, client))).toBe('FORBIDDEN')
  expect(await codeOf(deleteClientAccount(deps, client, { email: client.email }))).toBe('FORBIDDEN')
})

test('deleting takes the password, and erases the person but not what binds their organisation', async () => {
  const given = await givenDispute(deps)
  const { client, userId, email, token, surveyId, clientId } = given
  await writeMyComment(deps, client, { surveyId, text: 'Please go on' })
  await setClientPassword(deps, client, { newPassword: password })
  const again = requireClient(await callAs(deps, token))
  expect(await codeOf(deleteClientAccount(deps, again, { email }))).toBe('WRONG_PASSWORD')
  expect(await codeOf(deleteClientAccount(deps, again, { email, password: 'a guess' }))).toBe(
    'WRONG_PASSWORD',
  )
  const other = { email: 'someone@else.example', password }
  expect(await codeOf(deleteClientAccount(deps, again, other))).toBe('INVALID_INPUT')
  await deleteClientAccount(deps, again, { email, password })
  expect((await callAs(deps, token)).client).toBeUndefined()
  expect(await listTraces(db, [email])).toEqual([])
  const comments = await db.selectFrom('clientComment').select('text').where('userId', '=', userId).execute()
  expect(comments).toEqual([{ text: 'Please go on' }])
  const disputes = await readRows(db, 'clientDispute', ['state'], { disputedBy: userId })
  expect(disputes).toEqual([{ state: 'open' }])
  const entries = await listAudit(db, `client:${clientId}`)
  expect(entries.map(({ action }) => action)).toContain('client.user-left')
})

test('of two deletions at once one succeeds', async () => {
  const { client } = await givenClient(deps)
  const both = await Promise.all([
    codeOf(deleteClientAccount(deps, client, { email: client.email })),
    codeOf(deleteClientAccount(deps, client, { email: client.email })),
  ])
  expect(both.sort()).toEqual(['NOT_SIGNED_IN', 'passed'])
})
