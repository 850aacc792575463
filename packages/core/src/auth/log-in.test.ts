import { user } from '@chuma/contract/auth/auth'
import { replacePasswordHash } from '@chuma/db/queries/account/members'
import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { codeOf, createTestDeps, readRow, readRows } from '../testing.ts'
import { identifyCaller } from './identify-caller.ts'
import { logIn } from './log-in.ts'
import { createPasswords } from './passwords/passwords.ts'
import { givenMemberWithPassword, queueOnMember, visitor } from './testing.ts'

const { db, close } = await createTestDb({ isDamaged: true })
afterAll(close)
const deps = createTestDeps(db)
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
  await sql`insert into earning_day (member_id, day, points) values (${memberId}, '2020-01-31', 7)`.execute(
    db,
  )
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
