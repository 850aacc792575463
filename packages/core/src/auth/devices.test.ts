import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changePassword, endOtherSessions } from '../account/own-account.ts'
import { createStaff, disableStaff } from '../admin/staff/manage-staff.ts'
import { changeStaffPassword, logInStaff } from '../admin/staff/own-staff-account.ts'
import { codeOf, openTestDb, readRows } from '../testing.ts'
import { logIn } from './log-in.ts'
import { requireMember } from './sessions.ts'
import { callAs, givenMemberWithPassword, visitor } from './testing.ts'

const { db, deps } = await openTestDb()
const password = 'correct horse'
const stranger = { ...visitor, address: '198.51.100.66' }
const others = ['1', '2', '3', '4', '5']

async function givenKnownMember() {
  const { email, memberId } = await givenMemberWithPassword(db, { password })
  const first = await logIn(deps, visitor, { email, password, rememberDevice: true })
  return { email, memberId, token: first.token, deviceToken: first.deviceToken ?? '' }
}

let names = 0
async function givenKnownStaff() {
  const username = `njeri${names++}`
  const { id } = await createStaff(deps, { username, password, role: 'owner' })
  const first = await logInStaff(deps, visitor, { username, password, rememberDevice: true })
  return { username, id, token: first.token, deviceToken: first.deviceToken ?? '' }
}

const attempt = (email: string, tried: string, deviceToken?: string) =>
  codeOf(logIn(deps, deviceToken ? visitor : stranger, { email, password: tried, deviceToken }))
const attemptStaff = (username: string, tried: string, deviceToken?: string) =>
  codeOf(logInStaff(deps, deviceToken ? visitor : stranger, { username, password: tried, deviceToken }))

const countDevices = async (memberId: string) =>
  (await readRows(db, 'knownDevice', ['usedAt'], { memberId })).length
const countStaffDevices = async (staffId: string) =>
  (await readRows(db, 'staffKnownDevice', ['usedAt'], { staffId })).length

test.each([
  [
    'a staff account',
    async () => {
      const { username, deviceToken } = await givenKnownStaff()
      return { deviceToken, log: (tried: string, token?: string) => attemptStaff(username, tried, token) }
    },
  ],
  [
    'a member’s account',
    async () => {
      const { email, deviceToken } = await givenKnownMember()
      return { deviceToken, log: (tried: string, token?: string) => attempt(email, tried, token) }
    },
  ],
])('strangers’ wrong guesses do not delay the right password of %s on a known device', async (_, given) => {
  const { deviceToken, log } = await given()
  for (const guess of others) await log(guess)
  expect(await log(password)).toBe('THROTTLED')
  expect(await log(password, deviceToken)).toBe('passed')
  // The device's success does not give strangers new attempts.
  expect(await log('guess')).toBe('THROTTLED')
})

test('a stolen token opens nothing alone, and gets five guesses like anyone else', async () => {
  const { email, deviceToken } = await givenKnownMember()
  expect(await callAs(deps, deviceToken)).toMatchObject({ member: null, staff: null, hasDeadToken: true })
  for (const guess of others) expect(await attempt(email, guess, deviceToken)).toBe('INVALID_CREDENTIALS')
  expect(await attempt(email, password, deviceToken)).toBe('THROTTLED')
  // Nor does it delay the owner elsewhere.
  expect(await attempt(email, password)).toBe('passed')
})

test('a token counts for its own account only, and not for the other side', async () => {
  const [one, other] = [await givenKnownMember(), await givenKnownMember()]
  const staff = await givenKnownStaff()
  for (const guess of others) await attempt(one.email, guess)
  for (const token of [other.deviceToken, staff.deviceToken, one.token, 'd_', 'nonsense'])
    expect(await attempt(one.email, password, token)).toBe('THROTTLED')
})

test('a browser that does not ask gets no token, and a known one no second', async () => {
  const { email, memberId, deviceToken } = await givenKnownMember()
  expect(await logIn(deps, visitor, { email, password })).not.toHaveProperty('deviceToken')
  const again = await logIn(deps, visitor, { email, password, deviceToken, rememberDevice: true })
  expect(again).not.toHaveProperty('deviceToken')
  expect(await countDevices(memberId)).toBe(1)
})

test('only a hash is stored, for ninety days after the last log-in', async () => {
  const { email, memberId, deviceToken } = await givenKnownMember()
  const letPass = (days: number) =>
    sql`update known_device set expires_at = expires_at - make_interval(days => ${days})
      where member_id = ${memberId}`.execute(db)
  const stored = await db.selectFrom('knownDevice').selectAll().where('memberId', '=', memberId).execute()
  expect(stored).toEqual([expect.objectContaining({ tokenHash: expect.any(Buffer) })])
  expect(JSON.stringify(stored)).not.toContain(deviceToken)

  await letPass(89)
  for (const guess of others) await attempt(email, guess)
  expect(await attempt(email, password, deviceToken)).toBe('passed')
  await letPass(89)
  expect(await attempt(email, password, deviceToken)).toBe('passed')
  await letPass(90)
  expect(await attempt(email, password, deviceToken)).toBe('THROTTLED')
})

test('an account keeps the five devices that were last used', async () => {
  const { email, memberId, deviceToken } = await givenKnownMember()
  const log = () => logIn(deps, visitor, { email, password, rememberDevice: true })
  const second = await log()
  await logIn(deps, visitor, { email, password, deviceToken })
  for (let count = 0; count < 4; count++) await log()
  expect(await countDevices(memberId)).toBe(5)
  for (const guess of others) await attempt(email, guess)
  expect(await attempt(email, password, second.deviceToken)).toBe('THROTTLED')
  expect(await attempt(email, password, deviceToken)).toBe('passed')
})

test('a new password and a log-out everywhere forget all devices; the browser that set the password gets a new token', async () => {
  const member = await givenKnownMember()
  await endOtherSessions(deps, requireMember(await callAs(deps, member.token)))
  expect(await countDevices(member.memberId)).toBe(0)

  const { token } = await logIn(deps, visitor, { email: member.email, password, rememberDevice: true })
  const renewed = { currentPassword: password, newPassword: 'staple battery', confirmPassword: '' }
  const asked = { ...renewed, rememberDevice: true }
  const session = await changePassword(deps, await callAs(deps, token), asked)
  expect(session.deviceToken).toMatch(/^d_/)
  expect(await countDevices(member.memberId)).toBe(1)
})

test('so do a new password and the end of a staff account', async () => {
  const { id, token, username } = await givenKnownStaff()
  const renewed = { currentPassword: password, newPassword: 'staple battery horse', confirmPassword: '' }
  const session = await changeStaffPassword(deps, await callAs(deps, token), renewed)
  expect(session).not.toHaveProperty('deviceToken')
  expect(await countStaffDevices(id)).toBe(0)

  await logInStaff(deps, visitor, { username, password: renewed.newPassword, rememberDevice: true })
  expect(await countStaffDevices(id)).toBe(1)
  await createStaff(deps, { username: 'wambui', password, role: 'owner' })
  await disableStaff(deps, { name: 'staff:wambui', address: null }, { id })
  expect(await countStaffDevices(id)).toBe(0)
})
