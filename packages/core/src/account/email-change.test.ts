import { setTimeout as sleep } from 'node:timers/promises'
import type { SendMail } from '@chuma/contract/mails'
import { findMemberByEmail } from '@chuma/db/queries/account/members'
import { upsertSettings } from '@chuma/db/queries/account/profile'
import { findPendingEmail } from '@chuma/db/queries/auth/links'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { redeemLink, sendVerification } from '../auth/links.ts'
import { sendEmailChanged, sendEmailChangeNotice } from '../auth/security-mails.ts'
import {
  callAs,
  createMailingDeps,
  givenMemberWithPassword,
  givenSession,
  listJobs,
  queueOnMember,
  visitor,
} from '../auth/testing.ts'
import { changePassword, requestEmailChange, sendEmailChange } from './own-account.ts'

const { db, close } = await createTestDb()
afterAll(close)
const password = 'correct horse'
let numbers = 0
const freshEmail = () => `wanjiku${numbers++}@example.org`

async function givenMoving(newEmail = freshEmail()) {
  const mailing = createMailingDeps(db)
  const member = await givenMemberWithPassword(db, { password })
  const { memberId } = member
  const ask = (email = newEmail) =>
    db.transaction().execute((trx) => requestEmailChange(trx, { memberId }, email))
  await ask()
  return {
    ...mailing,
    ...member,
    newEmail,
    ask,
    mail: (email = newEmail) => sendEmailChange(mailing.deps, { memberId, newEmail: email }),
    redeem: (token: string) => redeemLink(mailing.deps, visitor, { token }),
    pending: () => findPendingEmail(db, memberId),
  }
}

const owners = async (...emails: string[]) => {
  const rows = await db
    .selectFrom('emailOwner')
    .select(['email', 'memberId'])
    .where('email', 'in', emails)
    .execute()
  return Object.fromEntries(rows.map(({ email, memberId }) => [email, memberId]))
}
const emailOf = async (memberId: string) =>
  (await db.selectFrom('member').select('email').where('memberId', '=', memberId).executeTakeFirstOrThrow())
    .email

test('a request changes nothing yet: both addresses get a mail, the new one a link for an hour', async () => {
  const { memberId, email, newEmail, mail, deps, sent, newestToken, pending } = await givenMoving()
  expect(await pending()).toBe(newEmail)
  expect(await listJobs(db, email)).toEqual(['send-email-change-notice'])
  await mail()
  const token = newestToken()
  await sendEmailChangeNotice(deps, { memberId, email, newEmail })
  const firstName = 'Amina'
  expect(sent).toEqual([
    {
      kind: 'sendEmailChange',
      mail: { to: newEmail, firstName, language: null, token, expiresInMinutes: 60 },
    },
    {
      kind: 'sendEmailChangeNotice',
      mail: { to: email, firstName, newEmail: 'w…@example.org', token: expect.stringMatching(/^w_/) },
    },
  ])
  expect(await emailOf(memberId)).toBe(email)
  expect(await owners(email, newEmail)).toEqual({ [email]: memberId })
})

test('the link moves the account, keeps the old address for it for a week, and mails it the news', async () => {
  const { memberId, email, newEmail, mail, deps, sent, newestToken, redeem, pending } = await givenMoving()
  await mail()
  const session = await redeem(newestToken())
  expect(session).toMatchObject({ purpose: 'change-email', user: { id: memberId, email: newEmail } })
  expect(await owners(email, newEmail)).toEqual({ [email]: memberId, [newEmail]: memberId })
  expect(await findMemberByEmail(db, email)).toBeUndefined()
  expect(await pending()).toBeUndefined()
  expect(await listJobs(db, email)).toEqual(['send-email-change-notice', 'send-email-changed'])
  await upsertSettings(db, memberId, { language: 'sw' })
  const since = new Date(Date.now() - 60_000).toISOString()
  await sendEmailChanged(deps, { memberId, email, newEmail, since })
  expect(sent.at(-1)).toEqual({
    kind: 'sendEmailChanged',
    mail: {
      to: email,
      firstName: 'Amina',
      language: 'sw',
      newEmail: 'w…@example.org',
      token: expect.stringMatching(/^w_/),
    },
  })
})

test('a link mailed to the old address stops working when the account leaves it', async () => {
  const { memberId, email, deps, mail, newestToken, redeem } = await givenMoving()
  await db.updateTable('member').set({ emailVerifiedAt: null }).where('memberId', '=', memberId).execute()
  await sendVerification(deps, { email })
  const old = newestToken()
  await mail()
  await redeem(newestToken())
  await expect(redeem(old)).rejects.toMatchObject({ code: 'LINK_INVALID' })
})

test('a taken address gets the same answer as a free one, and only its owner is told', async () => {
  const taken = await givenMemberWithPassword(db, { password })
  const { sent, mail, pending, memberId, email } = await givenMoving(taken.email)
  await mail()
  expect(sent).toEqual([{ kind: 'sendAddressTaken', mail: { to: taken.email, firstName: 'Amina' } }])
  expect(await pending()).toBe(taken.email)
  expect(await emailOf(memberId)).toBe(email)
})

test('an address that someone else takes before the link is opened stays theirs', async () => {
  const { memberId, email, newEmail, mail, newestToken, redeem } = await givenMoving()
  await mail()
  const other = await givenMemberWithPassword(db, { password })
  await db.updateTable('emailOwner').set({ email: newEmail }).where('memberId', '=', other.memberId).execute()
  await expect(redeem(newestToken())).rejects.toMatchObject({ code: 'LINK_INVALID' })
  expect(await owners(email, newEmail)).toEqual({ [email]: memberId, [newEmail]: other.memberId })
  expect(await emailOf(memberId)).toBe(email)
})

test('of two members who move to one address at the same time, one gets it', async () => {
  const newEmail = freshEmail()
  const people = [await givenMoving(newEmail), await givenMoving(newEmail)]
  for (const { mail } of people) await mail()
  // A third member has the address until both wait for it, and then gives it up.
  const holder = await db.startTransaction().execute()
  await holder.insertInto('emailOwner').values({ email: newEmail, memberId: crypto.randomUUID() }).execute()
  const calls = people.map(({ redeem, newestToken }) => redeem(newestToken()))
  const settled = Promise.allSettled(calls)
  while ((await countWaitingOnLock(db)) < calls.length) await sleep(5)
  await holder.rollback().execute()

  const results = await settled
  const winner = people[results.findIndex(({ status }) => status === 'fulfilled')]
  expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))).toEqual([
    'LINK_INVALID',
  ])
  expect(await owners(newEmail)).toEqual({ [newEmail]: winner?.memberId })
  const emails = await Promise.all(people.map(({ memberId }) => emailOf(memberId)))
  expect(emails.sort()).toEqual([newEmail, people.find((one) => one !== winner)?.email].sort())
})

test('of several requests only the last one’s link works, regardless of the mails’ order', async () => {
  const { newEmail, ask, mail, sent, newestToken, redeem, pending } = await givenMoving()
  await mail()
  const first = newestToken()
  const later = freshEmail()
  await ask(later)
  expect(await pending()).toBe(later)
  await expect(redeem(first)).rejects.toMatchObject({ code: 'LINK_INVALID' })
  await mail(later)
  await mail(newEmail)
  expect(sent).toHaveLength(2)
  await expect(redeem(newestToken())).resolves.toMatchObject({ user: { email: later } })
})

test('a failed mail is retried, and only the delivered token works', async () => {
  const { deps, mail, memberId, newEmail, newestToken, redeem } = await givenMoving()
  const lost: string[] = []
  const sendLost: SendMail = async (_name, mail) => {
    lost.push('token' in mail ? String(mail.token) : '')
    throw new Error('no mail server')
  }
  const broken = { ...deps, mail: sendLost }
  await expect(sendEmailChange(broken, { memberId, newEmail })).rejects.toThrow('no mail server')
  await mail()
  await expect(redeem(lost[0] ?? '')).rejects.toMatchObject({ code: 'LINK_INVALID' })
  await expect(redeem(newestToken())).resolves.toBeDefined()
})

test('a new password cancels a change of address, even when both happen at the same time', async () => {
  for (const isMoveFirst of [false, true]) {
    const { memberId, deps, mail, newestToken, redeem } = await givenMoving()
    await mail()
    const caller = await callAs(deps, (await givenSession(db, memberId)).token)
    const newPassword = 'battery staple'
    const input = { currentPassword: password, newPassword, confirmPassword: newPassword }
    const calls = [() => changePassword(deps, caller, input), () => redeem(newestToken())]
    const results = await queueOnMember(db, memberId, { calls: isMoveFirst ? calls.reverse() : calls })
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', isMoveFirst ? 'fulfilled' : 'rejected'])
    const opened = results[isMoveFirst ? 0 : 1]
    if (opened?.status === 'fulfilled') {
      expect((await callAs(deps, opened.value.token)).member).toBeNull()
    }
  }
})

test('the sixth request in an hour has to wait, because each mails a stranger', async () => {
  const { memberId, ask, pending } = await givenMoving()
  for (let i = 0; i < 4; i++) await ask(freshEmail())
  const before = await pending()
  await expect(ask()).rejects.toMatchObject({ code: 'THROTTLED' })
  expect(await pending()).toBe(before)
  await sql`update one_time_link set created_at = created_at - interval '1 hour' where member_id = ${memberId}`.execute(
    db,
  )
  await expect(ask()).resolves.toBeUndefined()
})

test('a request for the current address does nothing', async () => {
  const { memberId, email } = await givenMemberWithPassword(db, { password })
  await db.transaction().execute((trx) => requestEmailChange(trx, { memberId }, email))
  expect(await findPendingEmail(db, memberId)).toBeUndefined()
  expect(await listJobs(db, email)).toEqual([])
})

test('a member who has been suspended since gets no link', async () => {
  const { memberId, mail, sent } = await givenMoving()
  await db
    .updateTable('member')
    .set({ suspendedAt: new Date(), suspensionReason: 'Fraud' })
    .where('memberId', '=', memberId)
    .execute()
  await mail()
  expect(sent).toEqual([])
})
