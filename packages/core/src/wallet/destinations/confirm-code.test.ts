import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { rotateSecrets } from '../../secrets/seal-stored.ts'
import { createSecrets } from '../../secrets/secrets.ts'
import { givenMember, readRow, readRows, refusals } from '../../testing.ts'
import { confirmCode, getCode } from './codes.ts'
import { createCodeDeps, letCodesPass, newNumber, receiveCode } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const world = createCodeDeps(db)
const { deps } = world

async function givenCode() {
  const member = await givenMember(db)
  const mpesaNumber = newNumber()
  const code = await receiveCode(world, member, mpesaNumber)
  const wrong = code === '000000' ? '000001' : '000000'
  const guess = (digits: string) => confirmCode(deps, member, { mpesaNumber, code: digits })
  return { member, mpesaNumber, code, wrong, guess }
}

const invalid = (triesLeft: number) => ({ code: 'CODE_INVALID', failure: { params: { triesLeft } } })

const listProofs = (memberId: string) =>
  db.selectFrom('payoutDestination').select(['method', 'provenBy']).where('memberId', '=', memberId).execute()

test('the right code proves the number, once', async () => {
  const { member, code, guess } = await givenCode()
  expect(await guess(code)).toEqual({ outcome: 'proven', message: { code: 'NUMBER_PROVEN', params: {} } })
  expect(await listProofs(member.memberId)).toEqual([{ method: 'mpesa', provenBy: 'code' }])
  await expect(guess(code)).rejects.toMatchObject(invalid(0))
  expect(await getCode(deps, member)).toEqual({ code: null })
})

test('of fifty concurrent right answers one proves', async () => {
  const { code, guess } = await givenCode()
  const calls = await Promise.allSettled(Array.from({ length: 50 }, () => guess(code)))
  expect(refusals(calls)).toEqual(Array(49).fill('CODE_INVALID'))
})

test('five wrong tries end a code, and each says how many are left', async () => {
  const { member, code, wrong, guess } = await givenCode()
  for (const left of [4, 3, 2, 1, 0]) await expect(guess(wrong)).rejects.toMatchObject(invalid(left))
  await expect(guess(code)).rejects.toMatchObject(invalid(0))
  expect(await listProofs(member.memberId)).toEqual([])
})

test('of fifty concurrent guesses five are judged', async () => {
  const { member, wrong, guess } = await givenCode()
  const calls = await Promise.allSettled(Array.from({ length: 50 }, () => guess(wrong)))
  const left = calls.map((call) =>
    call.status === 'rejected' ? call.reason.failure.params.triesLeft : 'right',
  )
  expect(left.filter((tries) => tries > 0).sort()).toEqual([1, 2, 3, 4])
  const { tries } = await readRow(db, 'destinationCode', ['tries'], { memberId: member.memberId })
  expect(tries).toBe(5)
})

test('a code proves no other number, no other member’s, and nothing after ten minutes', async () => {
  const { member, mpesaNumber, code, guess } = await givenCode()
  const other = { mpesaNumber: newNumber(), code }
  await expect(confirmCode(deps, member, other)).rejects.toMatchObject(invalid(0))
  const stranger = await givenMember(db)
  await expect(confirmCode(deps, stranger, { mpesaNumber, code })).rejects.toMatchObject(invalid(0))
  await sql`update destination_code set expires_at = now() - interval '1 second' where member_id = ${member.memberId}`.execute(
    db,
  )
  await expect(guess(code)).rejects.toMatchObject(invalid(0))
})

test('a code that is entered late proves nothing, and the one that is asked for next does', async () => {
  const { member, mpesaNumber, code, guess } = await givenCode()
  const moved = sql`expires_at - interval '10 minutes'`
  await sql`update destination_code set expires_at = ${moved} where member_id = ${member.memberId}`.execute(
    db,
  )
  await expect(guess(code)).rejects.toMatchObject(invalid(0))
  expect(await listProofs(member.memberId)).toEqual([])
  await letCodesPass(db)
  const next = await receiveCode(world, member, mpesaNumber)
  expect(await guess(next)).toBeDefined()
  expect(await listProofs(member.memberId)).toHaveLength(1)
})

test('a number that another account has proven stays theirs, and staff learn of it', async () => {
  const first = await givenCode()
  await first.guess(first.code)
  const heir = await givenMember(db)
  const code = await receiveCode(world, heir, first.mpesaNumber)
  expect(await confirmCode(deps, heir, { mpesaNumber: first.mpesaNumber, code })).toEqual({
    outcome: 'in-review',
    message: { code: 'NUMBER_IN_REVIEW', params: {} },
  })
  expect(await listProofs(heir.memberId)).toEqual([{ method: 'mpesa', provenBy: null }])
  expect(await listProofs(first.member.memberId)).toEqual([{ method: 'mpesa', provenBy: 'code' }])
  const audited = await readRows(db, 'auditEntry', ['action'], { subject: `member:${heir.memberId}` })
  expect(audited).toEqual([{ action: 'destination.disputed' }])
})

test('a code that was texted before the secrets key was renewed still works', async () => {
  const { member, mpesaNumber, code } = await givenCode()
  const renewed = { ...deps, secrets: createSecrets([Buffer.alloc(32, 9), Buffer.alloc(32, 7)]) }
  await rotateSecrets(renewed, () => {})
  expect(await getCode(renewed, member)).toMatchObject({ code: { state: 'sent' } })
  await expect(confirmCode(renewed, member, { mpesaNumber, code })).resolves.toMatchObject({
    outcome: 'proven',
  })
})
