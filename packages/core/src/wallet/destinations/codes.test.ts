import { upsertSettings } from '@chuma/db/queries/account/profile'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { reserveAttempt } from '../../auth/throttle.ts'
import { rotateSecrets } from '../../secrets/seal-stored.ts'
import { createSecrets } from '../../secrets/secrets.ts'
import { codeOf, givenMember, readRow, readRows, refusals } from '../../testing.ts'
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
