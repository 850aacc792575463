import type { LinkPurpose } from '@chuma/contract/auth/auth'
import { insertLink } from '@chuma/db/queries/auth/links'
import { markErased } from '@chuma/db/queries/personal-data/erasure'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AppError } from '../app-error.ts'
import { codeOf, openTestDb, readRows, refusals, setRows } from '../testing.ts'
import { redeemLink, requestLink, requestVerification, sendLink, sendVerification } from './links.ts'
import { createToken } from './sessions.ts'
import {
  callAs,
  createMailingDeps,
  givenMemberWithPassword,
  givenSession,
  letMinutesPass,
  listJobs,
  queueOnMember,
  throttle,
  visitor,
} from './testing.ts'

const { db } = await openTestDb()
const { deps } = createMailingDeps(db)
const password = 'correct horse'
const redeem = (token: string) => redeemLink(deps, visitor, { token })
const purposes: LinkPurpose[] = ['verify-email', 'sign-in', 'reset-password', 'change-email']

const givenMember = (options: { isVerified?: boolean } = {}) =>
  givenMemberWithPassword(db, { password, ...options })

async function givenLink(memberId: string, purpose: LinkPurpose) {
  const { token, tokenHash } = createToken('l', memberId)
  const newEmail = purpose === 'change-email' ? { newEmail: `new-${memberId}@example.com` } : {}
  await db
    .transaction()
    .execute((trx) => insertLink(trx, { memberId, tokenHash, purpose, ...newEmail, expiresInMinutes: 10 }))
  return token
}

const listSessions = (memberId: string) =>
  db.selectFrom('session').select(['passwordResetUntil']).where('memberId', '=', memberId).execute()

const countOpenLinks = async (memberId: string) =>
  (
    await db
      .selectFrom('oneTimeLink')
      .select('purpose')
      .where('memberId', '=', memberId)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', sql<Date>`now()`)
      .execute()
  ).length

const set = (memberId: string, values: object) => setRows(db, 'member', { memberId }, values)
const suspended = { suspendedAt: new Date(), suspensionReason: 'Fraud' }

/** A member, what the mail jobs send them, and the jobs that send it. */
async function givenMailbox(options: { isVerified?: boolean } = {}) {
  const mailing = createMailingDeps(db)
  const { memberId, email } = await givenMember(options)
  return {
    ...mailing,
    memberId,
    email,
    send: (purpose: 'sign-in' | 'reset-password') => sendLink(mailing.deps, { email, purpose }),
    ask: () => sendVerification(mailing.deps, { email }),
    pass: (minutes: number) => letMinutesPass(db, memberId, minutes),
    kinds: () => mailing.sent.map(({ kind }) => kind),
  }
}

/** A member who signed up, and their first mailed link. */
async function givenMailed() {
  const mailbox = await givenMailbox({ isVerified: false })
  await mailbox.ask()
  return { ...mailbox, token: mailbox.newestToken() }
}

const secondsOf = async (memberId: string) => {
  const { rows } = await sql<{ purpose: string; seconds: number }>`
    select purpose, extract(epoch from expires_at - created_at)::int as seconds from one_time_link
    where member_id = ${memberId} and used_at is null`.execute(db)
  return rows
}

test.each(purposes)(
  'a %s link states its purpose, verifies the address and opens a session',
  async (purpose) => {
    const { memberId } = await givenMember({ isVerified: false })
    const session = await redeem(await givenLink(memberId, purpose))
    expect(session).toMatchObject({ purpose, user: { id: memberId, isEmailVerified: true } })
    expect((await callAs(deps, session.token)).member).toMatchObject({ memberId, isEmailVerified: true })
    const [opened] = await listSessions(memberId)
    expect(opened?.passwordResetUntil === null).toBe(purpose !== 'reset-password')
  },
)

test.each(purposes)('a %s link opened in a browser that is new to the account is noted', async (purpose) => {
  const { memberId } = await givenMember()
  const noted = () => readRows(db, 'accountChange', ['memberId'], { memberId, kind: 'new-device' })
  const open = async (userAgent: string, kind = purpose) =>
    redeemLink(deps, { ...visitor, userAgent }, { token: await givenLink(memberId, kind) })
  await open('Firefox on a desk', 'sign-in')
  expect(await noted()).toHaveLength(0)
  await open('Chrome on a phone')
  expect(await noted()).toHaveLength(1)
})

test.each(purposes)('fifty concurrent uses of one %s link open one session', async (purpose) => {
  const { memberId } = await givenMember()
  const token = await givenLink(memberId, purpose)
  const race = await queueOnMember(db, memberId, {
    calls: Array.from({ length: 50 }, () => () => redeem(token)),
  })
  expect(refusals(race)).toEqual(Array(49).fill('LINK_INVALID'))
  expect(await listSessions(memberId)).toHaveLength(1)
})

test.each(['verify-email', 'sign-in', 'reset-password'] as const)(
  'using a %s link ends the member’s other sign-in links, but not a pending change of address',
  async (purpose) => {
    const { memberId } = await givenMember()
    const others = [await givenLink(memberId, 'sign-in'), await givenLink(memberId, 'reset-password')]
    const move = await givenLink(memberId, 'change-email')
    await redeem(await givenLink(memberId, purpose))
    for (const token of others) await expect(redeem(token)).rejects.toMatchObject({ code: 'LINK_INVALID' })
    await expect(redeem(move)).resolves.toMatchObject({ purpose: 'change-email' })
  },
)

test('of two links of one member used at the same time one opens a session', async () => {
  const { memberId } = await givenMember()
  const tokens = [await givenLink(memberId, 'sign-in'), await givenLink(memberId, 'reset-password')]
  const race = await queueOnMember(db, memberId, {
    calls: tokens.map((token) => () => redeem(token)),
  })
  expect(refusals(race)).toEqual(['LINK_INVALID'])
})

test.each(purposes)('a used, expired, altered or truncated %s link does not work', async (purpose) => {
  const { memberId } = await givenMember()
  const other = await givenMember()
  const [used, open] = [await givenLink(memberId, purpose), await givenLink(memberId, purpose)]
  await db
    .updateTable('oneTimeLink')
    .set({ usedAt: sql<Date>`now()` })
    .where('tokenHash', '=', sql<Buffer>`sha256(${used}::bytea)`)
    .execute()
  const owner = createToken('l', other.memberId).token.slice(2, 24)
  const refused = [
    used,
    open.slice(0, -1),
    `${open}A`,
    open.replace('l_', 'u_'),
    `l_${owner}${open.slice(24)}`,
    `${open.slice(0, 24)}${createToken('l', memberId).token.slice(24)}`,
    (await givenSession(db, memberId)).token,
    'garbage',
    '\0',
  ]
  for (const token of refused) await expect(redeem(token)).rejects.toMatchObject({ code: 'LINK_INVALID' })

  await setRows(db, 'oneTimeLink', { memberId }, { expiresAt: sql<Date>`now() - interval '1 second'` })
  await expect(redeem(open)).rejects.toMatchObject({ code: 'LINK_INVALID', status: 400 })
  expect(await listSessions(memberId)).toHaveLength(1)
  expect(await listSessions(other.memberId)).toEqual([])
})

test('a closed account’s link says why it is refused, and works again when the account does', async () => {
  const { memberId } = await givenMember()
  const token = await givenLink(memberId, 'sign-in')
  await set(memberId, { suspendedAt: new Date(), suspensionReason: 'Two accounts' })
  await expect(redeem(token)).rejects.toMatchObject({
    code: 'ACCOUNT_SUSPENDED',
    failure: { params: { reason: 'Two accounts' } },
  })
  await set(memberId, { suspendedAt: null, suspensionReason: null, deletionDueAt: new Date() })
  await expect(redeem(token)).rejects.toMatchObject({ code: 'ACCOUNT_CLOSING' })
  expect([await countOpenLinks(memberId), await listSessions(memberId)]).toEqual([1, []])
  await set(memberId, { deletionDueAt: null })
  await expect(redeem(token)).resolves.toBeDefined()
})

test('an erased member’s links do not work and reveal nothing', async () => {
  const { memberId } = await givenMember()
  const token = await givenLink(memberId, 'sign-in')
  await set(memberId, { deletionDueAt: new Date() })
  await db.transaction().execute((trx) => markErased(trx, memberId))
  await expect(redeem(token)).rejects.toMatchObject({ code: 'LINK_INVALID' })
})

test('a network that has tried too many links has to wait', async () => {
  const { memberId } = await givenMember()
  const address = '198.51.100.9'
  await throttle(db, 'redeem-address', address)
  const token = await givenLink(memberId, 'sign-in')
  const call = redeemLink(deps, { ...visitor, address }, { token })
  await expect(call).rejects.toMatchObject({ code: 'THROTTLED' })
  await expect(redeem(token)).resolves.toBeDefined()
})

const kinds = [
  ['sign-in', 'sendSignInLink', 'send-sign-in-link'],
  ['reset-password', 'sendPasswordReset', 'send-password-reset'],
] as const

test.each(kinds)(
  'a request for a %s link has the same answer and cost for every address',
  async (purpose, _kind, job) => {
    const people = [await givenMember(), await givenMember({ isVerified: false })]
    const [banned, leaving] = [await givenMember(), await givenMember()]
    await set(banned.memberId, suspended)
    await set(leaving.memberId, { deletionDueAt: new Date() })
    const emails = [...people, banned, leaving, { email: `${purpose}@nobody.example` }].map(
      ({ email }) => email,
    )
    const answers = await Promise.all(emails.map((email) => requestLink(deps, visitor, { email, purpose })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    for (const email of emails) expect(await listJobs(db, email)).toEqual([job])
  },
)

test.each(kinds)('a %s link goes to a verified member and works for ten minutes', async (purpose, kind) => {
  const { memberId, email, send, sent, newestToken } = await givenMailbox()
  await send(purpose)
  const token = newestToken()
  expect(token).toMatch(/^l_[\w-]{65}$/)
  expect(sent).toEqual([{ kind, mail: { to: email, firstName: 'Amina', token, expiresInMinutes: 10 } }])
  expect(await secondsOf(memberId)).toEqual([{ purpose, seconds: 600 }])
})

test('an unverified member gets the verification mail instead', async () => {
  const { send, kinds } = await givenMailbox({ isVerified: false })
  await send('reset-password')
  expect(kinds()).toEqual(['sendVerification'])
})

test('a member due for deletion is told how to keep the account, without a token and no more often than others', async () => {
  const { memberId, email, send, sent } = await givenMailbox()
  const deletionDueAt = new Date('2027-01-31T00:00:00Z')
  await set(memberId, { deletionDueAt })
  await send('sign-in')
  await send('sign-in')
  const mail = { to: email, firstName: 'Amina', deletionDueAt, timeZone: 'Africa/Nairobi' }
  expect(sent).toEqual([{ kind: 'sendAccountClosing', mail }])
})

test('suspended members and addresses without an account get nothing', async () => {
  for (const isVerified of [true, false]) {
    const { memberId, deps, send, sent } = await givenMailbox({ isVerified })
    await set(memberId, suspended)
    for (const purpose of ['sign-in', 'reset-password'] as const) {
      await send(purpose)
      await sendLink(deps, { email: 'nobody@example.com', purpose })
    }
    expect(sent).toEqual([])
  }
})

test('a request for one kind of link does not delay another', async () => {
  const { send, kinds } = await givenMailbox()
  await send('sign-in')
  await send('reset-password')
  expect(kinds()).toEqual(['sendSignInLink', 'sendPasswordReset'])
})

test('a failed mail does not delay another, and a stranger’s requests end no link', async () => {
  const { deps, email, send, sent, newestToken, pass } = await givenMailbox()
  const mail = () => Promise.reject(new Error('no mail server'))
  await expect(sendLink({ ...deps, mail }, { email, purpose: 'sign-in' })).rejects.toThrow('no mail server')
  await send('sign-in')
  const first = newestToken()
  await pass(3)
  await send('sign-in')
  expect(sent).toHaveLength(2)
  expect(newestToken()).not.toBe(first)
  await expect(redeem(first)).resolves.toMatchObject({ purpose: 'sign-in' })
})

test('a member who has changed their address since gets nothing at the old one', async () => {
  const { memberId, email, send, sent } = await givenMailbox()
  await queueOnMember(db, memberId, {
    calls: [() => send('reset-password')],
    change: (trx) => setRows(trx, 'member', { memberId }, { email: `new-${email}` }),
  })
  expect(sent).toEqual([])
})

test('the wait for the next mail grows by a minute with each, up to five', async () => {
  const { ask, pass, sent } = await givenMailbox({ isVerified: false })
  await ask()
  for (const [mails, wait] of [1, 2, 3, 4, 5, 5, 5].entries()) {
    await pass(wait - 1)
    await ask()
    expect(sent).toHaveLength(mails + 1)
    await pass(1)
    await ask()
    expect(sent).toHaveLength(mails + 2)
  }
})

/** The age of the newest valid link. */
async function findFreshestMinutes(memberId: string): Promise<number | undefined> {
  const { rows } = await sql<{ minutes: number }>`
    select floor(extract(epoch from now() - mailed_at) / 60)::int as minutes from one_time_link
    where member_id = ${memberId} and used_at is null and expires_at > now()
    order by mailed_at desc limit 1
  `.execute(db)
  return rows[0]?.minutes
}

test('however often a link is requested, one at most five minutes old always works', async () => {
  const { memberId, ask, pass, sent } = await givenMailbox({ isVerified: false })
  const ages: (number | undefined)[] = []
  for (let minute = 0; minute < 60; minute++) {
    await ask()
    await ask()
    ages.push(await findFreshestMinutes(memberId))
    await pass(1)
  }
  expect(ages.filter((age) => age === undefined || age > 4)).toEqual([])
  expect(sent.length).toBeLessThanOrEqual(15)
})

test('after an hour the wait starts over', async () => {
  const { ask, pass, sent } = await givenMailbox({ isVerified: false })
  for (const wait of [0, 1, 2, 3, 60, 1]) {
    await pass(wait)
    await ask()
  }
  expect(sent).toHaveLength(6)
})

test.each([
  ['used', { usedAt: sql<Date>`now()` }],
  ['ended', { expiresAt: sql<Date>`now()` }],
  ['never mailed', { mailedAt: null }],
])('a link that was %s does not delay the next', async (_name, change) => {
  const { memberId, ask, sent } = await givenMailed()
  await setRows(db, 'oneTimeLink', { memberId }, change)
  await ask()
  expect(sent).toHaveLength(2)
})

test('a request for another link has the same answer for every address, also when it comes too early', async () => {
  const people = [await givenMember({ isVerified: false }), await givenMember()]
  const emails = [...people.map(({ email }) => email), 'nobody@example.com']
  const ask = (email: string) =>
    requestVerification(deps, visitor, { email }).catch(({ failure }: AppError) => failure)
  for (const expected of [
    { message: { code: 'VERIFICATION_REQUESTED' }, retryAfterSeconds: 60 },
    { code: 'THROTTLED', params: { retryAfterSeconds: 60 } },
  ]) {
    for (const email of emails) expect(await ask(email)).toMatchObject(expected)
  }
  for (const email of emails) expect(await listJobs(db, email)).toEqual(['send-verification'])
})

test('a request that passes is mailed, even a moment after the sign-up', async () => {
  const { deps, email, sent } = await givenMailed()
  await requestVerification(deps, visitor, { email })
  await sendVerification(deps, { email, isSpaced: true })
  expect(sent).toHaveLength(2)
  expect(await codeOf(requestVerification(deps, visitor, { email }))).toBe('THROTTLED')
})

test('a link goes to an unverified member, works for an hour and is stored as a hash', async () => {
  const { sent, token, email, memberId } = await givenMailed()
  expect(sent).toEqual([
    { kind: 'sendVerification', mail: { to: email, firstName: 'Amina', token, expiresInMinutes: 60 } },
  ])
  expect(await secondsOf(memberId)).toEqual([{ purpose: 'verify-email', seconds: 3600 }])
})

test('neither a verified member nor an unknown address gets mail or a link', async () => {
  const { deps, ask, sent, memberId } = await givenMailbox()
  await ask()
  await sendVerification(deps, { email: 'nobody@example.com' })
  expect(sent).toEqual([])
  expect(await countOpenLinks(memberId)).toBe(0)
})

test('the link is committed before it is mailed, and a failed mail is retried with a new link', async () => {
  const { deps, ask, email, memberId, sent, newestToken } = await givenMailbox({ isVerified: false })
  const linksWhenMailed: number[] = []
  const mail = async () => {
    linksWhenMailed.push(await countOpenLinks(memberId))
    throw new Error('no mail server')
  }
  await expect(sendVerification({ ...deps, mail }, { email })).rejects.toThrow('no mail server')
  expect(linksWhenMailed).toEqual([1])
  await ask()
  expect(sent).toHaveLength(1)
  expect(await countOpenLinks(memberId)).toBe(1)
  await expect(redeem(newestToken())).resolves.toBeDefined()
})

test('a new link ends the older one', async () => {
  const { token, newestToken, pass, ask } = await givenMailed()
  await pass(1)
  await ask()
  expect(newestToken()).not.toBe(token)
  expect(await codeOf(redeem(token))).toBe('LINK_INVALID')
  await expect(redeem(newestToken())).resolves.toBeDefined()
})

test('two concurrent jobs for one member leave one working link', async () => {
  const { memberId, ask, sent } = await givenMailbox({ isVerified: false })
  await queueOnMember(db, memberId, { calls: [ask, ask] })
  expect(await countOpenLinks(memberId)).toBe(1)
  // Their mails may leave in either order.
  const tokens = sent.flatMap(({ mail }) => ('token' in mail ? [String(mail.token)] : []))
  const uses = await Promise.allSettled(tokens.map(redeem))
  expect(refusals(uses)).toEqual(Array(tokens.length - 1).fill('LINK_INVALID'))
})

test('a link that could open no session is not used up', async () => {
  const { token, memberId } = await givenMailed()
  await expect(redeemLink(deps, { ...visitor, address: 'no address' }, { token })).rejects.toThrow('inet')
  expect(await countOpenLinks(memberId)).toBe(1)
  await expect(redeem(token)).resolves.toBeDefined()
})
