import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { profile } from '@chuma/contract/account/profile'
import type { SendMail } from '@chuma/contract/mails'
import { problem } from '@chuma/contract/problems'
import { moveEmail } from '@chuma/db/queries/account/email-moves'
import {
  findMemberByEmail,
  getPasswordHash,
  markEmailVerified,
  setPasswordHash,
} from '@chuma/db/queries/account/members'
import { upsertSettings } from '@chuma/db/queries/account/profile'
import { findPendingEmail, insertLink } from '@chuma/db/queries/auth/links'
import { countWaitingOnLock } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { redeemLink, sendVerification } from '../auth/links.ts'
import { logIn } from '../auth/log-in.ts'
import { maskEmail } from '../auth/security.ts'
import { sendEmailChanged, sendEmailChangeNotice, sendPasswordChanged } from '../auth/security-mails.ts'
import { createToken } from '../auth/sessions.ts'
import {
  callAs,
  createMailingDeps,
  givenMemberWithPassword,
  givenSession,
  letMinutesPass,
  listJobs,
  queueOnMember,
  visitor,
} from '../auth/testing.ts'
import { codeOf, createTestDeps, givenMember, openTestDb, refusals, setRows } from '../testing.ts'
import { changePassword, getProfile, requestEmailChange, sendEmailChange } from './own-account.ts'
import { toMailbox } from './returning/prints.ts'

const { db } = await openTestDb()
const { deps, sent } = createMailingDeps(db)
const currentPassword = 'correct horse'
const newPassword = 'battery staple'
const input = { currentPassword, newPassword, confirmPassword: newPassword }

async function givenSignedIn() {
  const member = await givenMemberWithPassword(db, { password: currentPassword })
  const { token } = await givenSession(db, member.memberId)
  return { ...member, token }
}

const change = async (token: string, replaced: Partial<typeof input> = {}) =>
  changePassword(deps, await callAs(deps, token), { ...input, ...replaced })

const isDead = async (token: string) => (await callAs(deps, token)).member === null

test('a new password replaces the old one and every session', async () => {
  const { memberId, email, token } = await givenSignedIn()
  const phone = await givenSession(db, memberId)
  const stranger = await givenSession(db, (await givenSignedIn()).memberId)
  const session = await change(token)
  expect(session.user.id).toBe(memberId)
  expect(await isDead(session.token)).toBe(false)
  expect([await isDead(token), await isDead(phone.token), await isDead(stranger.token)]).toEqual([
    true,
    true,
    false,
  ])
  expect(await codeOf(logIn(deps, visitor, { email, password: currentPassword }))).toBe('INVALID_CREDENTIALS')
  await expect(logIn(deps, visitor, { email, password: newPassword })).resolves.toBeDefined()
})

test('every link that was mailed before stops working', async () => {
  const { memberId, token } = await givenSignedIn()
  const links = (['sign-in', 'reset-password', 'change-email'] as const).map((purpose) => ({
    ...createToken('l', memberId),
    purpose,
    ...(purpose === 'change-email' ? { newEmail: `new-${memberId}@example.com` } : {}),
  }))
  for (const { token: _, ...link } of links) {
    await db.transaction().execute((trx) => insertLink(trx, { memberId, ...link, expiresInMinutes: 10 }))
  }
  await change(token)
  for (const link of links) {
    expect(await codeOf(redeemLink(deps, visitor, { token: link.token }))).toBe('LINK_INVALID')
  }
})

test('a mail about the change goes to the address of that moment', async () => {
  const { memberId, email, token } = await givenSignedIn()
  await change(token)
  expect(await listJobs(db, email)).toEqual(['send-password-changed'])
  await setRows(db, 'member', { memberId }, { email: `x-${email}` })
  await sendPasswordChanged(deps, { memberId, email })
  expect(sent.at(-1)).toEqual({
    kind: 'sendPasswordChanged',
    mail: { to: email, firstName: 'Amina', passkeysRemoved: 0, passkeysLeft: 0, token: expect.any(String) },
  })
})

test('a wrong password changes nothing and ends no session', async () => {
  const { email, token } = await givenSignedIn()
  const other = await givenSession(db, (await callAs(deps, token)).member?.memberId ?? '')
  await expect(change(token, { currentPassword: 'wrong' })).rejects.toMatchObject({
    code: 'WRONG_PASSWORD',
    status: 403,
  })
  expect([await isDead(token), await isDead(other.token)]).toEqual([false, false])
  expect(await listJobs(db, email)).toEqual([])
  await expect(logIn(deps, visitor, { email, password: currentPassword })).resolves.toBeDefined()
})

test('someone at an unlocked screen has five guesses, and the right password resets the count', async () => {
  const { memberId, token } = await givenSignedIn()
  const guess = () => change(token, { currentPassword: 'wrong' }).catch(({ code }) => code)
  const guesses = []
  for (let i = 0; i < 5; i++) guesses.push(await guess())
  expect(guesses).toEqual(Array(5).fill('WRONG_PASSWORD'))
  await expect(change(token)).rejects.toMatchObject({ code: 'THROTTLED' })
  await sql`update throttle set blocked_until = now()
    where bucket like 'password-check-account:%'`.execute(db)
  const session = await change(token)
  expect(session.user.id).toBe(memberId)
  const swapped = { currentPassword: newPassword, newPassword: currentPassword }
  for (let i = 0; i < 4; i++) {
    await change(session.token, { currentPassword: 'wrong' }).catch(() => undefined)
  }
  await expect(change(session.token, swapped)).resolves.toBeDefined()
})

test('a password that was replaced a moment ago is wrong', async () => {
  const { memberId, token } = await givenSignedIn()
  const [result] = await queueOnMember(db, memberId, {
    calls: [() => change(token)],
    change: (trx) => setPasswordHash(trx, memberId, 'set by somebody else'),
  })
  expect(result).toMatchObject({ status: 'rejected', reason: { code: 'WRONG_PASSWORD' } })
  expect(await getPasswordHash(db, memberId)).toBe('set by somebody else')
  expect(await isDead(token)).toBe(false)
})

test('a common new password is refused at its field and counts as no attempt', async () => {
  const { token } = await givenSignedIn()
  for (const guessed of ['123456', 'qwerty', 'password', 'iloveyou', '987654321', 'aaaaaa']) {
    await expect(change(token, { newPassword: guessed })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { newPassword: [problem('PASSWORD_COMMON')] },
    })
  }
  await expect(change(token, { newPassword: 'Otieno2026' })).resolves.toBeDefined()
})

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
  expect(refusals(results)).toEqual(['LINK_INVALID'])
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

test('a mail that could not leave for an hour brings no link: the request has lapsed, and another can be made', async () => {
  const { memberId, email, newEmail, ask, mail, sent, newestToken, redeem, pending } = await givenMoving()
  await letMinutesPass(db, memberId, 61)
  await mail()
  expect(sent).toEqual([])
  expect(await pending()).toBeUndefined()
  expect(await emailOf(memberId)).toBe(email)
  await ask()
  await mail()
  await expect(redeem(newestToken())).resolves.toMatchObject({ user: { email: newEmail } })
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
  await sql`update one_time_link set created_at = created_at - interval '1 hour'
    where member_id = ${memberId}`.execute(db)
  await expect(ask()).resolves.toBeUndefined()
})

test('a member who has been suspended since gets no link', async () => {
  const { memberId, mail, sent } = await givenMoving()
  await setRows(db, 'member', { memberId }, { suspendedAt: new Date(), suspensionReason: 'Fraud' })
  await mail()
  expect(sent).toEqual([])
})

const plain = createTestDeps(db)

test('a profile shows the end of premium while it lasts', async () => {
  const member = await givenMember(db)
  const standing = async () => {
    const { premiumUntil, user } = profile.parse(await getProfile(plain, member))
    return [premiumUntil, user.isPremium]
  }
  const setPremium = (until: string) =>
    setRows(db, 'member', { memberId: member.memberId }, { premiumUntil: new Date(until) })
  expect(await standing()).toEqual([null, false])
  await setPremium('2999-01-01')
  expect(await standing()).toEqual(['2999-01-01T00:00:00.000Z', true])
  await setPremium('2001-01-01')
  expect(await standing()).toEqual([null, false])
})

test.each([
  'amina@example.com',
  'Amina+Chuma@Example.com',
  'a.mina@example.com',
  'a.mina+x+y@gmail.com',
  'A.M.I.N.A@googlemail.com',
  '+tag@example.com',
  'zoë@exämple.com',
])('the database and the rules read the mailbox of %s alike', async (email) => {
  const { rows } = await sql<{ hash: Buffer }>`select mailbox_hash(${email}) as hash`.execute(db)
  expect(rows[0]?.hash).toEqual(createHash('sha256').update(toMailbox(email)).digest())
})

const verified = async (email: string) => {
  const member = await givenMember(db, { email })
  await db.transaction().execute((trx) => markEmailVerified(trx, member.memberId))
  return member
}

async function accountsBeside({ memberId }: { memberId: string }) {
  const { rows } = await sql<{ accounts: number }>`
    select count(*) as accounts from member
    join member_mailbox other on other.mailbox_hash = mailbox_hash(member.email) and other.member_id <> member.member_id
    where member.member_id = ${memberId}
  `.execute(db)
  return rows[0]?.accounts
}

test('only those who proved a mailbox share it, and only for as long as they use it', async () => {
  const one = await verified('j.wanjiku@gmail.com')
  const two = await verified('jwanjiku+2@googlemail.com')
  // Anyone can sign up with an alias of someone else's address, and proves nothing by it.
  await givenMember(db, { email: 'jwanjiku+stranger@gmail.com' })
  expect(await accountsBeside(one)).toBe(1)
  expect(await accountsBeside(two)).toBe(1)
  const { memberId, email: from } = two
  await db
    .transaction()
    .execute((trx) =>
      moveEmail(trx, { memberId, from, to: 'other@example.com', requestedAt: new Date(), undoDays: null }),
    )
  expect(await accountsBeside(one)).toBe(0)
  expect(await accountsBeside(two)).toBe(0)
})

test.each([
  ['amina@gmail.com', 'a…@gmail.com'],
  ['a@example.com', 'a…@example.com'],
  ['first.last+tag@mail.example.co.ke', 'f…@mail.example.co.ke'],
])('%s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})
