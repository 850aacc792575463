import { upsertSettings } from '@chuma/db/queries/account/profile'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { reserveAttempt } from '../../auth/throttle.ts'
import { codeOf, givenMember, readRow } from '../../testing.ts'
import { confirmCode, getCode, requestCode, sendCode } from './codes.ts'
import { createCodeDeps, letCodesPass, newNumber, receiveCode, runCodeJob } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const world = createCodeDeps(db)
const { deps, sent } = world

beforeEach(async () => {
  sent.length = 0
  await db.deleteFrom('smsDay').execute()
})

const ask = (
  member: Awaited<ReturnType<typeof givenMember>>,
  mpesaNumber: string,
  address: string | null = null,
) => requestCode(deps, member, { mpesaNumber, address })

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => ({ code: error.code ?? String(error), ...error.failure?.params }),
  )

test('a code goes to the number in the member’s language, and its hash alone is stored', async () => {
  const member = await givenMember(db)
  await upsertSettings(db, member.memberId, { language: 'sw' })
  const number = newNumber()
  const answer = await ask(member, number)
  expect(answer).toMatchObject({ sentTo: `0${number.slice(3, 6)} ••• ${number.slice(-3)}`, state: 'sending' })
  expect(sent).toEqual([])
  await runCodeJob(deps, member.memberId)
  expect(sent).toMatchObject([{ to: number, text: expect.stringMatching(/^\d{6} Chuma sw$/) }])
  const code = sent[0]?.text.slice(0, 6) ?? ''
  const { rows } = await sql<{ row: string }>`
    select c::text || d::text as row from destination_code c join sms_delivery d using (member_id)
    where member_id = ${member.memberId}
  `.execute(db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.row).not.toMatch(new RegExp(`${number}|\\b${code}\\b`))
  expect(await getCode(deps, member)).toMatchObject({ code: { state: 'sent', problem: null } })
})

test('another run of the job sends no second text, and only a new request does', async () => {
  const member = await givenMember(db)
  const number = newNumber()
  const first = await receiveCode(world, member, number)
  await runCodeJob(deps, member.memberId)
  expect(sent).toHaveLength(1)
  await letCodesPass(db)
  const second = await receiveCode(world, member, number)
  expect(sent).toHaveLength(2)
  if (first !== second) {
    expect(await codeOf(confirmCode(deps, member, { mpesaNumber: number, code: first }))).toBe('CODE_INVALID')
  }
  await expect(confirmCode(deps, member, { mpesaNumber: number, code: second })).resolves.toMatchObject({
    outcome: 'proven',
  })
})

test('the job of a request that was replaced sends nothing', async () => {
  const member = await givenMember(db)
  await ask(member, newNumber())
  const { codeId } = await readRow(db, 'destinationCode', ['codeId'], { memberId: member.memberId })
  await letCodesPass(db)
  await ask(member, newNumber())
  expect(await sendCode(deps, { memberId: member.memberId, codeId })).toBeNull()
  expect(sent).toEqual([])
  await runCodeJob(deps, member.memberId)
  expect(sent).toHaveLength(1)
})

test('of fifty concurrent requests one passes, and the others say when to try again', async () => {
  const member = await givenMember(db)
  const number = newNumber()
  const calls = await Promise.all(Array.from({ length: 50 }, () => refusalOf(ask(member, number))))
  expect(calls.filter((refusal) => refusal === null)).toHaveLength(1)
  const refused = calls.find((refusal) => refusal !== null)
  expect(refused).toMatchObject({ code: 'CODE_LIMIT', by: 'pause', unit: 'seconds' })
  expect(refused?.retryAfterSeconds).toBeGreaterThan(0)
  expect(refused?.retryAfterSeconds).toBeLessThanOrEqual(60)
})

test('fifty members who ask for one number get it three texts in an hour and six in a day, and twelve from its reserve', async () => {
  const number = newNumber()
  const members = await Promise.all(Array.from({ length: 50 }, () => givenMember(db)))
  const askAll = () => Promise.all(members.map((member) => refusalOf(ask(member, number))))
  const passed = async () => (await askAll()).filter((refusal) => refusal === null).length
  expect(await passed()).toBe(15)
  await letCodesPass(db, 3601)
  const second = await askAll()
  expect(second.filter((refusal) => refusal === null)).toHaveLength(3)
  expect(second.find((refusal) => refusal !== null)).toMatchObject({ code: 'CODE_LIMIT', by: 'number' })
  await letCodesPass(db, 3601)
  expect(await passed()).toBe(0)
  await letCodesPass(db, 24 * 3600)
  expect(await passed()).toBe(15)
})

test('two accounts block a stranger’s number by six codes: its owner still gets one', async () => {
  const number = newNumber()
  const [one, two, owner] = [await givenMember(db), await givenMember(db), await givenMember(db)]
  for (let round = 0; round < 6; round++) {
    for (const stranger of [one, two]) await refusalOf(ask(stranger, number))
    await letCodesPass(db, 1801)
  }
  for (const stranger of [one, two])
    expect(await refusalOf(ask(stranger, number))).toMatchObject({ code: 'CODE_LIMIT' })
  const code = await receiveCode(world, owner, number)
  expect(await confirmCode(deps, owner, { mpesaNumber: number, code })).toMatchObject({ outcome: 'proven' })
})

test('one account asks for one number three times a day', async () => {
  const [member, number] = [await givenMember(db), newNumber()]
  for (let asked = 0; asked < 3; asked++) {
    expect(await refusalOf(ask(member, number))).toBeNull()
    await letCodesPass(db, 1801)
  }
  expect(await refusalOf(ask(member, number))).toMatchObject({ code: 'CODE_LIMIT', by: 'member' })
  expect(await refusalOf(ask(member, newNumber()))).toMatchObject({ by: 'pause' })
})

test('a member gets five codes a day, for whatever numbers', async () => {
  const member = await givenMember(db)
  for (let i = 0; i < 5; i++) {
    await ask(member, newNumber())
    await letCodesPass(db)
  }
  expect(await refusalOf(ask(member, newNumber()))).toMatchObject({
    code: 'CODE_LIMIT',
    by: 'member',
    unit: 'hours',
    amount: 24,
  })
})

test('a network is limited as a carrier’s district, not as a person', async () => {
  const address = '203.0.113.77'
  for (let i = 0; i < 299; i++) await reserveAttempt(deps, 'destination-code-address', address)
  expect(await refusalOf(ask(await givenMember(db), newNumber(), address))).toBeNull()
  expect(await refusalOf(ask(await givenMember(db), newNumber(), address))).toMatchObject({ by: 'network' })
  expect(await refusalOf(ask(await givenMember(db), newNumber(), '203.0.113.78'))).toBeNull()
})

test('fifty concurrent members use the day’s texts and no more, until the next business day', async () => {
  const limited = { ...deps, economy: async () => ({ ...(await deps.economy()), dailySmsLimit: 7 }) }
  const members = await Promise.all(Array.from({ length: 50 }, () => givenMember(db)))
  const calls = await Promise.all(
    members.map((member) =>
      refusalOf(requestCode(limited, member, { mpesaNumber: newNumber(), address: null })),
    ),
  )
  expect(calls.filter((refusal) => refusal === null)).toHaveLength(7)
  const refused = calls.find((refusal) => refusal !== null)
  expect(refused).toMatchObject({ code: 'CODE_LIMIT', by: 'site' })
  expect(refused?.retryAfterSeconds).toBeLessThanOrEqual(24 * 3600)
  // A raised limit counts at once.
  expect(await refusalOf(ask(await givenMember(db), newNumber()))).toBeNull()
})

test('without texts, and with a daily limit of 0, codes are closed; a member without a verified address gets none', async () => {
  const member = await givenMember(db)
  const request = { mpesaNumber: newNumber(), address: null }
  const off = { ...deps, sms: { ...deps.sms, transport: null } }
  const none = { ...deps, economy: async () => ({ ...(await deps.economy()), dailySmsLimit: 0 }) }
  for (const closed of [off, none]) {
    expect(await refusalOf(requestCode(closed, member, request))).toEqual({ code: 'CLOSED', what: 'codes' })
  }
  const unverified = { ...member, isEmailVerified: false }
  expect(await refusalOf(requestCode(deps, unverified, request))).toMatchObject({
    code: 'EMAIL_NOT_VERIFIED',
  })
})

test('asking for another member’s proven number has the same answer and the same text', async () => {
  const [owner, stranger] = [await givenMember(db), await givenMember(db)]
  const [proven, free] = [newNumber(), newNumber()]
  const code = await receiveCode(world, owner, proven)
  await confirmCode(deps, owner, { mpesaNumber: proven, code })
  const answers: object[] = []
  for (const number of [proven, free]) {
    const { sentTo: _, requestedAt: __, expiresAt: ___, ...answer } = await ask(stranger, number)
    await runCodeJob(deps, stranger.memberId)
    answers.push({
      ...answer,
      text: sent.at(-1)?.text.replace(/\d/g, '0'),
      reached: sent.at(-1)?.to === number,
    })
    await letCodesPass(db)
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toMatchObject({ reached: true })
})

test('what the network says reaches the member', async () => {
  const refuse = { outcome: 'refused', isFinal: true, problem: 'blocked', reason: '406' } as const
  const blocked = createCodeDeps(db, {}, [refuse])
  const member = await givenMember(db)
  await receiveCode(blocked, member, newNumber())
  expect(await getCode(deps, member)).toMatchObject({ code: { state: 'not-delivered', problem: 'blocked' } })
  const unsure = createCodeDeps(db, {}, [{ outcome: 'unknown', reason: 'TimeoutError' }])
  await letCodesPass(db)
  await receiveCode(unsure, member, newNumber())
  expect(await getCode(deps, member)).toMatchObject({ code: { state: 'unknown', problem: null } })
})
