import { randomUUID } from 'node:crypto'
import { requestWithdrawal } from '@chuma/core/payouts/withdrawals'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'
import { openBreakingRoad } from './break-road.ts'
import { openChuma } from './run-chuma.ts'

const testApp = await createTestApp()
const { app, deps, db } = testApp
afterAll(testApp.close)
const { url, content, chuma } = await openChuma(testApp)

let numbers = 0
/** Pending withdrawals, each of a different member. */
async function givenPending(count: number) {
  const asked = []
  for (let n = 0; n < count; n++) {
    const member = await testApp.member({ points: 5 })
    const mpesaNumber = `2547${String(50_000_000 + numbers++)}`
    const request = { withdrawalMethod: 'mpesa' as const, pointsToWithdraw: 2, mpesaNumber }
    asked.push({
      member,
      ...(await requestWithdrawal(deps, member, { ...request, idempotencyKey: undefined })),
    })
  }
  // A first payment to a number is held for review, which other tests cover.
  await db
    .updateTable('withdrawal')
    .set({ reviewReasons: [], riskScore: 0 })
    .where('status', '=', 'pending')
    .execute()
  return asked
}

const statusOf = async (id: string) => {
  const { out } = await chuma(['withdrawals', 'list', '--all', '--json'])
  return JSON.parse(out).withdrawals.find((row: { id: string }) => row.id === id)?.status
}

test('withdrawals are listed by status and page by page, for people and for programs', async () => {
  const [first, second] = await givenPending(2)
  const page = await chuma(['withdrawals', 'list', '--status', 'pending', '--limit', '1', '--json'])
  const { withdrawals, next } = JSON.parse(page.out)
  expect(withdrawals).toMatchObject([{ id: first?.id, amountKes: 2000 }])
  const rest = await chuma(['withdrawals', 'list', '--status', 'pending', '--after', next])
  expect(rest).toMatchObject({ code: 0, err: '' })
  const [head, row] = rest.out.split('\n')
  expect(head).toMatch(/^ID +REQUESTED +MEMBER +METHOD +POINTS +KES +STATUS +NOTE$/)
  expect(row).toContain(second?.id)
  expect(row).toMatch(/ +2 +2,000 +pending/)
  // Right-aligned: a number ends where its heading ends.
  expect(row?.indexOf('2,000')).toBe((head?.indexOf('KES') ?? 0) + 3 - '2,000'.length)
  const ofOne = await chuma(['withdrawals', 'list', '--member', second?.member.email ?? '', '--json'])
  expect(JSON.parse(ofOne.out).withdrawals).toMatchObject([{ id: second?.id }])
})

test('nothing that the server answers controls the terminal', async () => {
  const [one] = await givenPending(1)
  const evil = '\u001b]0;owned\u0007\u001b[2J\u009b31mAnn\u202e\r\nOK'
  await db
    .updateTable('withdrawal')
    .set({ adminComment: evil })
    .where('withdrawalId', '=', one?.id ?? '')
    .execute()
  const table = await chuma(['withdrawals', 'list'])
  expect(table.out).toContain('Ann OK')
  const json = await chuma(['withdrawals', 'list', '--json'])
  for (const { out } of [table, json]) expect(out).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u)
  expect(JSON.parse(json.out).withdrawals.at(-1).adminComment).toBe(evil)
})

test('everything pending is approved after a yes, exactly as listed, and never twice', async () => {
  const asked = await givenPending(2)
  const argv = ['withdrawals', 'approve', '--all-pending']
  expect(await chuma(argv)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--yes') })
  expect(await chuma(argv, { answers: { Approve: 'n' } })).toMatchObject({ code: 1, out: '' })
  expect(await statusOf(asked[0]?.id ?? '')).toBe('pending')
  const approved = await chuma(argv, { answers: { Approve: 'y' } })
  expect(approved).toMatchObject({
    code: 0,
    err: expect.stringMatching(/Approve 5 withdrawals of KES 10,000 in all/),
  })
  expect(approved.out.match(/approved/g)).toHaveLength(5)
  const ids = asked.map(({ id }) => id)
  const again = await chuma(['withdrawals', 'approve', ...ids, '--json'])
  expect(again).toMatchObject({ code: 1, err: '0 of 2 approved.\n' })
  expect(JSON.parse(again.out).results).toMatchObject([
    { id: ids[0], outcome: 'no-longer-pending' },
    { id: ids[1], outcome: 'no-longer-pending' },
  ])
  expect(await chuma([...argv, '--yes'])).toMatchObject({ code: 0, out: 'Nothing is pending.\n' })
})

test('a withdrawal held for review is left out of a bulk approval, and approved by anyone who says they reviewed it', async () => {
  const [one] = await givenPending(1)
  const id = one?.id ?? ''
  await db.updateTable('withdrawal').set({ isInReview: true }).where('withdrawalId', '=', id).execute()
  const left = await chuma(['withdrawals', 'approve', '--all-pending', '--yes'])
  expect(left).toMatchObject({ code: 1, err: '1 to be looked at one by one\n0 of 1 approved.\n' })
  expect(await chuma(['withdrawals', 'approve', id, randomUUID(), '--reviewed'])).toMatchObject({ code: 2 })
  const approved = await chuma(['withdrawals', 'approve', id, '--reviewed'])
  expect(approved).toMatchObject({ code: 0, err: '1 approved\n' })
  expect(await statusOf(id)).toBe('approved')
})

test('a rejection needs a reason, and reports the outcome of each row', async () => {
  const [one] = await givenPending(1)
  const id = one?.id ?? ''
  expect(await chuma(['withdrawals', 'reject', id])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--reason'),
  })
  const empty = await chuma(['withdrawals', 'reject', id, '--reason', ' '])
  expect(empty).toMatchObject({ code: 1, err: expect.stringContaining('adminNotes: Give a reason') })
  const unknown = randomUUID()
  const mixed = await chuma(['withdrawals', 'reject', id, unknown, '--reason', 'Another name', '--json'])
  expect(mixed).toMatchObject({ code: 5, err: '1 of 2 rejected.\n' })
  expect(JSON.parse(mixed.out)).toEqual({
    results: [
      { id, outcome: 'rejected', message: null },
      { id: unknown, outcome: 'refused', message: 'Not found' },
    ],
    unknown: [],
    notTried: [],
  })
})

test('when the network fails half-way, the output says what was done, what is unknown and what was not tried', async () => {
  const [one, two, three] = await givenPending(3)
  const road = await openBreakingRoad(url, { path: 'decideWithdrawal', at: 2 })
  const ids = [one, two, three].map((row) => row?.id ?? '')
  const broken = await chuma([
    'withdrawals',
    'reject',
    ...ids,
    '--reason',
    'Closed',
    '--json',
    '--url',
    road.url,
  ])
  await road.close()
  expect(broken).toMatchObject({
    code: 5,
    err: expect.stringMatching(/1 of 3 rejected.\n1 not known.*\n1 not tried/),
  })
  expect(JSON.parse(broken.out)).toMatchObject({
    results: [{ id: ids[0], outcome: 'rejected' }],
    unknown: [ids[1]],
    notTried: [ids[2]],
  })

  const many = await openBreakingRoad(url, { path: 'approveWithdrawals', at: 2 })
  const strangers = Array.from({ length: 50 }, () => randomUUID())
  const cut = await chuma(['withdrawals', 'approve', ids[1] ?? '', ...strangers, '--url', many.url])
  await many.close()
  expect(cut).toMatchObject({ code: 5, err: expect.stringContaining('1 of 51 approved.') })
  expect(cut.out.match(/not known/g)).toHaveLength(1)
  expect(await statusOf(ids[1] ?? '')).toBe('approved')
  expect(await chuma(['whoami', '--url', many.url])).toMatchObject({
    code: 4,
    out: '',
    err: expect.stringContaining('cannot be reached (ECONNREFUSED)'),
  })
})

test('ctrl-c ends a long change after the part in progress', async () => {
  const ids = (await givenPending(2)).map(({ id }) => id)
  const interruption = new AbortController()
  app.server.once('request', () => interruption.abort())
  const cut = await chuma(['withdrawals', 'reject', ...ids, '--reason', 'Closed'], {
    interrupted: interruption.signal,
  })
  expect(cut).toMatchObject({ code: 5, err: 'Interrupted.\n1 of 2 rejected.\n1 not tried.\n' })
  expect([await statusOf(ids[0] ?? ''), await statusOf(ids[1] ?? '')]).toEqual(['rejected', 'pending'])
})

test('a caller without the permission is told so, and nothing is done', async () => {
  const [one] = await givenPending(1)
  const refused = await chuma(['withdrawals', 'approve', one?.id ?? ''], { env: content })
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('You may not do this') })
  expect(await statusOf(one?.id ?? '')).toBe('pending')
})

test('corrections and debts go to a second person, and debts are listed', async () => {
  const [asked] = await givenPending(1)
  if (!asked) throw new Error('nothing asked')
  const { id, member } = asked
  const by = ['--reason', 'Their partner took it back by mistake']
  await chuma(['withdrawals', 'approve', id])
  await db
    .transaction()
    .execute((trx) =>
      sql`select book_posting(${member.memberId}, 'reversal', -9, 0, 'reversals', 'reversal:cli', 'Taken back', null, 1, 'system')`.execute(
        trx,
      ),
    )
  const { out } = await chuma(['debts', 'list', '--json'])
  expect(JSON.parse(out).debts).toMatchObject([{ memberId: member.memberId, points: 6, heldPoints: 2 }])
  expect((await chuma(['debts', 'list'])).out).toMatch(
    /^MEMBER +SINCE +CAUSE +POINTS +KES +HELD\n.+ 6 +6,000 +2\n$/,
  )
  const off = await chuma(['debts', 'write-off', member.memberId, '--points', '6', ...by])
  expect(off).toMatchObject({ code: 0, out: expect.stringContaining('approve this yet') })
  expect(await chuma(['debts', 'write-off', member.memberId, '--points', '0', ...by])).toMatchObject({
    code: 2,
  })

  const correct = (...argv: string[]) => chuma(['withdrawals', 'correct', id, ...argv])
  expect(await correct('--kind', 'late')).toMatchObject({ code: 2 })
  const evidence = ['--evidence', 'Row 14 of the statement']
  expect(
    await correct('--kind', 'returned', '--cause', 'bank', '--note', 'Came back', ...evidence),
  ).toMatchObject({
    code: 1,
  })
  await chuma(['withdrawals', 'reject', id, '--reason', 'The name differs'])
  const late = await correct('--kind', 'late', '--receipt', 'UKK4XYZ12A', ...evidence, '--json')
  expect(late.code).toBe(0)
  expect(JSON.parse(late.out)).toMatchObject({ state: 'waiting' })
})
