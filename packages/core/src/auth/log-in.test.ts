import { setTimeout as sleep } from 'node:timers/promises'
import { user } from '@chuma/contract/auth/auth'
import { createDb } from '@chuma/db/client'
import { replacePasswordHash } from '@chuma/db/queries/account/members'
import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { countWaitingOnLock } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { codeOf, openTestDb, readRow, readRows, setRows } from '../testing.ts'
import { identifyCaller } from './identify-caller.ts'
import { mailLink, redeemLink } from './links.ts'
import { logIn, restoreAccount } from './log-in.ts'
import { createPasswords } from './passwords/passwords.ts'
import { sendNewSignIn } from './security-mails.ts'
import {
  createMailingDeps,
  givenMemberWithPassword,
  givenSession,
  listJobs,
  queueOnMember,
  throttle,
  visitor,
} from './testing.ts'
import { nameBucket } from './throttle.ts'

const { db, url } = await openTestDb({ isDamaged: true })
const { deps } = createMailingDeps(db)
const password = 'correct horse'

const getHash = async (memberId: string) =>
  (await readRow(db, 'member', ['passwordHash'], { memberId })).passwordHash

test('the right password opens a session with its origin, and only the token’s hash is stored', async () => {
  const { memberId, email } = await givenMemberWithPassword(db, { password })
  const { token, user } = await logIn(deps, visitor, { email, password })
  expect(user).toMatchObject({
    id: memberId,
    email,
    firstName: 'Amina',
    isEmailVerified: true,
    isAdmin: false,
  })
  const caller = await identifyCaller(deps, { token, address: null, userAgent: null })
  expect(caller.member).toMatchObject({ memberId })

  const stored = await readRows(db, 'session', ['address', 'userAgent', 'tokenHash'], { memberId })
  expect(stored).toEqual([
    { address: '203.0.113.7', userAgent: 'Test/1.0', tokenHash: caller.member?.tokenHash },
  ])
  expect(stored[0]?.tokenHash.toString('base64url')).not.toBe(token.slice(24))
})

test('an unknown address and a wrong password get the same answer', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  const wrong = await logIn(deps, visitor, { email, password: 'wrong' }).catch((error) => error)
  const unknown = await logIn(deps, visitor, { email: 'nobody@example.com', password }).catch(
    (error) => error,
  )
  expect(wrong).toMatchObject({ code: 'INVALID_CREDENTIALS', status: 401 })
  expect(unknown).toMatchObject({ failure: wrong.failure })
})

test('only someone with the password learns that an address is not verified', async () => {
  const { memberId, email } = await givenMemberWithPassword(db, { password, isVerified: false })
  expect(await codeOf(logIn(deps, visitor, { email, password: 'wrong' }))).toBe('INVALID_CREDENTIALS')
  expect(await codeOf(logIn(deps, visitor, { email, password }))).toBe('EMAIL_NOT_VERIFIED')
  expect(
    await db.selectFrom('session').select('memberId').where('memberId', '=', memberId).execute(),
  ).toEqual([])
})

test('a weaker hash is replaced when its owner signs in, and only then', async () => {
  const passwords = createPasswords()
  const strict = { ...deps, passwords }
  const { memberId, email } = await givenMemberWithPassword(db, { password })
  const weak = await createPasswords({ memoryCost: 8192, timeCost: 2, parallelism: 1 }).hash(password)
  await db.updateTable('member').set({ passwordHash: weak }).where('memberId', '=', memberId).execute()

  await logIn(strict, visitor, { email, password: 'wrong' }).catch(() => undefined)
  expect(await getHash(memberId)).toBe(weak)
  await logIn(strict, visitor, { email, password })
  const strong = await getHash(memberId)
  expect(passwords.isWeak(strong)).toBe(false)
  await logIn(strict, visitor, { email, password })
  expect(await getHash(memberId)).toBe(strong)
})

test('rehashing an old password never overwrites one that was set in the meantime', async () => {
  const { memberId } = await givenMemberWithPassword(db, { password })
  const current = await getHash(memberId)
  await replacePasswordHash(db, memberId, { checked: 'the one before', fresh: 'stronger' })
  expect(await getHash(memberId)).toBe(current)
})

test.each([
  ['INVALID_CREDENTIALS', 'given another password', { passwordHash: '$argon2id$another' }],
  ['INVALID_CREDENTIALS', 'moved to another address', { email: 'moved@example.com' }],
  ['ACCOUNT_SUSPENDED', 'suspended', { suspendedAt: sql<Date>`now()`, suspensionReason: 'A reason' }],
  ['ACCOUNT_CLOSING', 'on its way out', { deletionDueAt: sql<Date>`now()` }],
])(
  'a log-in gets %s if the account is %s while the password is being checked',
  async (code, _name, change) => {
    const { memberId, email } = await givenMemberWithPassword(db, { password })
    const [result] = await queueOnMember(db, memberId, {
      calls: [() => logIn(deps, visitor, { email, password })],
      change: (trx) => trx.updateTable('member').set(change).where('memberId', '=', memberId).execute(),
    })
    expect(result).toMatchObject({ status: 'rejected', reason: { code } })
    expect(
      await db.selectFrom('session').select('memberId').where('memberId', '=', memberId).execute(),
    ).toEqual([])
  },
)

test('the user has the wallet’s points and earnings, with this month’s separately', async () => {
  const { memberId, email } = await givenMemberWithPassword(db, { password })
  await db.transaction().execute((trx) =>
    insertPosting(trx, {
      memberId,
      kind: 'survey',
      availableDelta: 12,
      heldDelta: 0,
      houseAccount: 'rewards',
      sourceKey: 'survey:1',
      description: 'A survey',
      actor: 'system',
    }),
  )
  await sql`insert into earning_day (member_id, day, points)
    values (${memberId}, '2020-01-31', 7)`.execute(db)
  await sql`
    with taken as (
      insert into survey (title, description, reward_usd, duration_minutes, kind)
      values ('A', 'B', 1, 1, 'instant'), ('C', 'D', 1, 1, 'instant') returning survey_id, title = 'A' as is_done
    )
    insert into survey_attempt (member_id, survey_id, status, reward_points, questions, completed_at)
    select ${memberId}::uuid, survey_id, case when is_done then 'completed' else 'started' end, 12, '[]',
      case when is_done then now() end
    from taken
  `.execute(db)

  const signedIn = await logIn(deps, visitor, { email, password })
  expect(user.strict().parse(signedIn.user)).toMatchObject({
    points: 12,
    totalEarnings: 12,
    thisMonthEarnings: 12,
    surveysCompleted: 1,
    isPremium: false,
  })
  expect(await getBalance(db, memberId)).toEqual({
    availablePoints: 12,
    heldPoints: 0,
    totalEarnings: 12,
    thisMonthEarnings: 12,
    surveysCompleted: 1,
  })
})

const attempt = (email: string, tried: string, on = deps) =>
  codeOf(logIn(on, visitor, { email, password: tried }))

async function attemptEach(email: string, passwords: string[]) {
  const answers: string[] = []
  for (const tried of passwords) answers.push(await attempt(email, tried))
  return answers
}

const count = (answers: string[], code: string) => answers.filter((answer) => answer === code).length
const fiveWrong = Array(5).fill('INVALID_CREDENTIALS')

test('of two hundred concurrent guesses five are checked, and the right one gets the same answer', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  await attempt(email, 'wrong')
  const bucket = nameBucket('log-in-account', email)
  const crowd = createDb(url, { max: 40 })
  const holder = await db.startTransaction().execute()
  await holder.selectFrom('throttle').select('hits').where('bucket', '=', bucket).forUpdate().execute()
  const guesses = Array.from({ length: 199 }, (_, number) =>
    attempt(email, `guess ${number}`, { ...deps, db: crowd }),
  )
  while ((await countWaitingOnLock(db)) < 40) await sleep(5)
  await holder.rollback().execute()
  const answers = await Promise.all(guesses)
  await crowd.destroy()
  expect([count(answers, 'INVALID_CREDENTIALS'), count(answers, 'THROTTLED')]).toEqual([4, 195])
  expect(await attempt(email, password)).toBe('THROTTLED')
})

test('a success resets the count', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  for (let round = 0; round < 3; round++) {
    expect(await attemptEach(email, ['1', '2', '3', '4', password])).toEqual([
      ...fiveWrong.slice(1),
      'passed',
    ])
  }
})

test('an unknown address is refused after as many tries as a known one', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  const guesses = ['1', '2', '3', '4', '5', '6', '7']
  const known = await attemptEach(email, guesses)
  expect(known).toEqual([...fiveWrong, 'THROTTLED', 'THROTTLED'])
  expect(await attemptEach('stranger@example.com', guesses)).toEqual(known)
})

test('the right password of a closed account does not reset the count', async () => {
  const { email } = await givenMemberWithPassword(db, { password, isVerified: false })
  expect(await attemptEach(email, ['1', '2', '3', password, '4'])).toEqual([
    'INVALID_CREDENTIALS',
    'INVALID_CREDENTIALS',
    'INVALID_CREDENTIALS',
    'EMAIL_NOT_VERIFIED',
    'INVALID_CREDENTIALS',
  ])
})

test('guesses at an account affect neither its sessions nor its mailed link', async () => {
  const { email, memberId } = await givenMemberWithPassword(db, { password })
  const device = await givenSession(db, memberId)
  await attemptEach(email, ['1', '2', '3', '4', '5', '6'])
  expect(await attempt(email, password)).toBe('THROTTLED')

  const caller = await identifyCaller(deps, { token: device.token, address: null, userAgent: null })
  expect(caller.member).toMatchObject({ memberId })
  const mailed: string[] = []
  await mailLink(
    deps,
    { memberId, purpose: 'sign-in', expiresInMinutes: 10, replacesOlder: false, isMeant: () => true },
    async ({ token }) => void mailed.push(token),
  )
  await expect(redeemLink(deps, visitor, { token: mailed[0] ?? '' })).resolves.toMatchObject({
    user: { id: memberId },
  })
})

test('the owner can sign in once the wait is over', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  expect(await attemptEach(email, ['1', '2', '3', '4', '5', password])).toEqual([...fiveWrong, 'THROTTLED'])
  await setRows(
    db,
    'throttle',
    { bucket: nameBucket('log-in-account', email) },
    { blockedUntil: sql<Date>`blocked_until - interval '30 seconds'` },
  )
  expect(await attempt(email, password)).toBe('passed')
})

test('a throttled network uses up no attempts of an account', async () => {
  const { email } = await givenMemberWithPassword(db, { password })
  const flooded = { ...visitor, address: '198.51.100.9' }
  await throttle(db, 'log-in-address', flooded.address)
  for (let guess = 0; guess < 6; guess++) {
    await expect(logIn(deps, flooded, { email, password })).rejects.toMatchObject({ code: 'THROTTLED' })
  }
  expect(await attempt(email, password)).toBe('passed')
})

async function givenStanding(standing: {
  deletionDueAt?: string
  suspensionReason?: string
  isVerified?: boolean
}) {
  const { isVerified = true } = standing
  const member = await givenMemberWithPassword(db, { password, isVerified })
  await setRows(
    db,
    'member',
    { memberId: member.memberId },
    {
      deletionDueAt: standing.deletionDueAt ? new Date(standing.deletionDueAt) : null,
      suspensionReason: standing.suspensionReason ?? null,
      suspendedAt: standing.suspensionReason ? sql<Date>`now()` : null,
    },
  )
  return member
}

const isClosing = async (memberId: string) => {
  const member = await readRow(db, 'member', ['deletionDueAt'], { memberId })
  return member.deletionDueAt !== null
}

test.each([
  [
    'a suspended member is told why',
    { suspensionReason: 'Two accounts share one M-Pesa number.' },
    { code: 'ACCOUNT_SUSPENDED', params: { reason: 'Two accounts share one M-Pesa number.' } },
  ],
  [
    'a member due for deletion is told the last day, in Nairobi time',
    { deletionDueAt: '2099-12-05T22:30:00Z' },
    { code: 'ACCOUNT_CLOSING', params: { day: '2099-12-06' } },
  ],
])('%s, once they have proved who they are', async (_, standing, failure) => {
  const { email } = await givenStanding(standing)
  expect(await codeOf(logIn(deps, visitor, { email, password: 'wrong' }))).toBe('INVALID_CREDENTIALS')
  await expect(logIn(deps, visitor, { email, password })).rejects.toMatchObject({ status: 403, failure })
})

test('keeping the account signs the member in and changes nothing else', async () => {
  const { email, memberId } = await givenStanding({ deletionDueAt: '2099-12-05T12:00:00Z' })
  await expect(restoreAccount(deps, visitor, { email, password: 'wrong' })).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  })
  expect(await isClosing(memberId)).toBe(true)

  const { token } = await restoreAccount(deps, visitor, { email, password })
  expect(await isClosing(memberId)).toBe(false)
  const caller = await identifyCaller(deps, { token, address: null, userAgent: null })
  expect(caller.member).toMatchObject({ memberId })
  await expect(logIn(deps, visitor, { email, password })).resolves.toBeDefined()
})

test('with nothing to restore it is an ordinary log-in', async () => {
  const { email, memberId } = await givenStanding({})
  await expect(restoreAccount(deps, visitor, { email, password })).resolves.toMatchObject({
    user: { id: memberId },
  })
})

test.each([
  ['ACCOUNT_SUSPENDED', { suspensionReason: 'A reason' }],
  ['EMAIL_NOT_VERIFIED', { isVerified: false }],
])('an account refused with %s is still going to be deleted', async (code, standing) => {
  const { email, memberId } = await givenStanding({ deletionDueAt: '2099-12-05T12:00:00Z', ...standing })
  await expect(restoreAccount(deps, visitor, { email, password })).rejects.toMatchObject({ code })
  expect(await isClosing(memberId)).toBe(true)
})

test('guesses here count like those at the log-in', async () => {
  const { email, memberId } = await givenStanding({ deletionDueAt: '2099-12-05T12:00:00Z' })
  for (const [index, door] of [logIn, restoreAccount, logIn, restoreAccount, logIn].entries()) {
    await door(deps, visitor, { email, password: `guess ${index}` }).catch(() => undefined)
  }
  for (const door of [logIn, restoreAccount]) {
    await expect(door(deps, visitor, { email, password })).rejects.toMatchObject({ code: 'THROTTLED' })
  }
  expect(await isClosing(memberId)).toBe(true)
})

const android = (version: number) =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

async function givenSignedInWith(...userAgents: (string | null)[]) {
  const member = await givenMemberWithPassword(db, { password })
  for (const userAgent of userAgents) await signIn(member.email, userAgent)
  return member
}

const signIn = (email: string, userAgent: string | null) =>
  logIn(deps, { ...visitor, userAgent }, { email, password })

test.each([
  ['the first sign-in sends no mail', [firefox], 0],
  ['a browser that is new to the account sends one mail', [firefox, android(142), android(142), firefox], 1],
  ['an updated browser is not new', [android(99), android(143)], 0],
  ['a program without a user agent counts as a browser', [firefox, null, null], 1],
])('%s', async (_, browsers, mails) => {
  const { email } = await givenSignedInWith(...browsers)
  expect(await listJobs(db, email)).toEqual(Array(mails).fill('send-new-sign-in'))
})

test('the browser of an ended session is not new', async () => {
  const { email, memberId } = await givenSignedInWith(firefox)
  await setRows(db, 'session', { memberId }, { revokedAt: sql<Date>`now()` })
  await signIn(email, firefox)
  expect(await listJobs(db, email)).toEqual([])
})

test('a wrong password sends no mail', async () => {
  const { email } = await givenSignedInWith(firefox)
  await logIn(deps, visitor, { email, password: 'wrong' }).catch(() => undefined)
  expect(await listJobs(db, email)).toEqual([])
})

test('the mail goes to the address of that moment and names the device', async () => {
  const { email } = await givenSignedInWith(firefox, android(143))
  const { rows } = await sql<{ data: Parameters<typeof sendNewSignIn>[1] }>`
    select data from pgboss.job where name = 'send-new-sign-in' and data ->> 'email' = ${email}
  `.execute(db)
  const [job] = rows
  if (!job) throw new Error('no job')
  const { deps, sent } = createMailingDeps(db)
  await sendNewSignIn(deps, job.data)
  expect(sent).toEqual([
    {
      kind: 'sendNewSignIn',
      mail: {
        to: email,
        firstName: 'Amina',
        token: expect.stringMatching(/^w_/),
        device: 'Chrome on Android',
        at: expect.any(Date),
      },
    },
  ])
})

const signedIn = { device: 'Firefox on Linux', at: '2026-11-20T10:00:00Z' }

test('an erased member gets no mail', async () => {
  const { deps, sent } = createMailingDeps(db)
  const { memberId, email } = await givenSignedInWith()
  await setRows(
    db,
    'member',
    { memberId },
    {
      erasedAt: sql<Date>`now()`,
      deletionDueAt: sql<Date>`now()`,
      email: `erased-${memberId}@deleted.invalid`,
      firstName: 'Erased',
      lastName: 'member',
      country: '',
      passwordHash: '',
      emailVerifiedAt: null,
    },
  )
  await sendNewSignIn(deps, { memberId, email, ...signedIn })
  expect(sent).toEqual([])
})
