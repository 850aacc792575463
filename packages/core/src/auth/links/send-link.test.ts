import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { redeemLink, requestLink, sendLink } from '../links.ts'
import {
  createMailingDeps,
  givenMemberWithPassword,
  letMinutesPass,
  listJobs,
  queueOnMember,
  visitor,
} from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const password = 'correct horse'

const kinds = [
  ['sign-in', 'sendSignInLink', 'send-sign-in-link'],
  ['reset-password', 'sendPasswordReset', 'send-password-reset'],
] as const

const set = (
  memberId: string,
  values: { suspendedAt?: Date; suspensionReason?: string; deletionDueAt?: Date },
) => db.updateTable('member').set(values).where('memberId', '=', memberId).execute()

test.each(kinds)(
  'a request for a %s link has the same answer and cost for every address',
  async (purpose, _kind, job) => {
    const { deps } = createMailingDeps(db)
    const people = [
      await givenMemberWithPassword(db, { password }),
      await givenMemberWithPassword(db, { password, isVerified: false }),
      await givenMemberWithPassword(db, { password }),
      await givenMemberWithPassword(db, { password }),
    ]
    await set(String(people[2]?.memberId), { suspendedAt: new Date(), suspensionReason: 'Fraud' })
    await set(String(people[3]?.memberId), { deletionDueAt: new Date() })
    const emails = [...people.map(({ email }) => email), `${purpose}@nobody.example`]
    const answers = await Promise.all(emails.map((email) => requestLink(deps, visitor, { email, purpose })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    for (const email of emails) expect(await listJobs(db, email)).toEqual([job])
  },
)

test.each(kinds)('a %s link goes to a verified member and works for ten minutes', async (purpose, kind) => {
  const { deps, sent, newestToken } = createMailingDeps(db)
  const { memberId, email } = await givenMemberWithPassword(db, { password })
  await sendLink(deps, { email, purpose })
  const token = newestToken()
  expect(token).toMatch(/^l_[\w-]{65}$/)
  expect(sent).toEqual([{ kind, mail: { to: email, firstName: 'Amina', token, expiresInMinutes: 10 } }])
  const links = await db
    .selectFrom('oneTimeLink')
    .select(['purpose', sql<number>`extract(epoch from expires_at - created_at)::int`.as('seconds')])
    .where('memberId', '=', memberId)
    .execute()
  expect(links).toEqual([{ purpose, seconds: 600 }])
})

test('an unverified member gets the verification mail instead', async () => {
  const { deps, sent } = createMailingDeps(db)
  const { email } = await givenMemberWithPassword(db, { password, isVerified: false })
  await sendLink(deps, { email, purpose: 'reset-password' })
  expect(sent.map(({ kind }) => kind)).toEqual(['sendVerification'])
})

test('a member due for deletion is told how to keep the account, without a token and no more often than others', async () => {
  const { deps, sent } = createMailingDeps(db)
  const { memberId, email } = await givenMemberWithPassword(db, { password })
  const deletionDueAt = new Date('2027-01-31T00:00:00Z')
  await set(memberId, { deletionDueAt })
  await sendLink(deps, { email, purpose: 'sign-in' })
  await sendLink(deps, { email, purpose: 'sign-in' })
  const mail = { to: email, firstName: 'Amina', deletionDueAt, timeZone: 'Africa/Nairobi' }
  expect(sent).toEqual([{ kind: 'sendAccountClosing', mail }])
})

test('suspended members and addresses without an account get nothing', async () => {
  const { deps, sent } = createMailingDeps(db)
  const people = [
    await givenMemberWithPassword(db, { password }),
    await givenMemberWithPassword(db, { password, isVerified: false }),
  ]
  for (const { memberId } of people) {
    await set(memberId, { suspendedAt: new Date(), suspensionReason: 'Fraud' })
  }
  for (const to of [...people.map(({ email }) => email), 'nobody@example.com']) {
    await sendLink(deps, { email: to, purpose: 'sign-in' })
    await sendLink(deps, { email: to, purpose: 'reset-password' })
  }
  expect(sent).toEqual([])
})

test('mails are spaced from one minute up to five minutes', async () => {
  const { deps, sent } = createMailingDeps(db)
  const { memberId, email } = await givenMemberWithPassword(db, { password })
  const ask = () => sendLink(deps, { email, purpose: 'reset-password' })
  await ask()
  for (const [index, minutes] of [1, 2, 3, 4, 5, 5, 5].entries()) {
    await letMinutesPass(db, memberId, minutes - 1)
    await ask()
    expect(sent).toHaveLength(index + 1)
    await letMinutesPass(db, memberId, 1)
    await ask()
    expect(sent).toHaveLength(index + 2)
  }
})

test('a request for one kind of link does not delay another', async () => {
  const { deps, sent } = createMailingDeps(db)
  const { email } = await givenMemberWithPassword(db, { password })
  await sendLink(deps, { email, purpose: 'sign-in' })
  await sendLink(deps, { email, purpose: 'reset-password' })
  expect(sent.map(({ kind }) => kind)).toEqual(['sendSignInLink', 'sendPasswordReset'])
})

test('a failed mail does not delay another, and a stranger’s requests end no link', async () => {
  const { deps, sent, newestToken } = createMailingDeps(db)
  const { memberId, email } = await givenMemberWithPassword(db, { password })
  const broken = () => Promise.reject(new Error('no mail server'))
  const wanted = { email, purpose: 'sign-in' } as const
  await expect(sendLink({ ...deps, mail: broken }, wanted)).rejects.toThrow('no mail server')
  await sendLink(deps, wanted)
  const first = newestToken()
  await letMinutesPass(db, memberId, 3)
  await sendLink(deps, wanted)
  expect(sent).toHaveLength(2)
  expect(newestToken()).not.toBe(first)
  await expect(redeemLink(deps, visitor, { token: first })).resolves.toMatchObject({ purpose: 'sign-in' })
})

test('a member who has changed their address since gets nothing at the old one', async () => {
  const { deps, sent } = createMailingDeps(db)
  const { memberId, email } = await givenMemberWithPassword(db, { password })
  await queueOnMember(db, memberId, {
    calls: [() => sendLink(deps, { email, purpose: 'reset-password' })],
    change: (trx) =>
      trx
        .updateTable('member')
        .set({ email: `new-${email}` })
        .where('memberId', '=', memberId)
        .execute(),
  })
  expect(sent).toEqual([])
})
