import { randomUUID } from 'node:crypto'
import { createPartnerInput } from '@chuma/contract/partners/partners'
import { listPartnerEvents } from '@chuma/db/queries/partners/partner-events'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { startBehind } from '../admin/testing.ts'
import { changeMessageStatus } from '../inbox/messages.ts'
import { createTestDeps, refusals } from '../testing.ts'
import { decideClaim, getClaim, openClaim } from './claims.ts'
import { listMyClicks } from './clicks.ts'
import { listAllPartners, receivePostback, sealPartnerSecret } from './events.ts'
import { getEvent, updatePartner } from './partners.ts'
import { callWith, givenClick, givenPartner, listOutcomes } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const staff = { name: 'staff:amina', address: null }
const settings = { name: 'Partner', scheme: {}, isActive: true }

test('a secret pasted with a line break or marks around it signs like the secret', () => {
  for (const secret of ['abc123secret\n', '\u200eabc123secret\u00a0', 'abc123\r\nsecret']) {
    expect(createPartnerInput.parse({ name: 'CPX', scheme: {}, preset: 'cpx-research', secret }).secret).toBe(
      'abc123secret',
    )
  }
})

test('of two concurrent changes of a partner the second is refused', async () => {
  const { partnerId: id } = await givenPartner(db)
  const results = await startBehind(
    db,
    (trx) => trx.selectFrom('partner').select('partnerId').where('partnerId', '=', id).forUpdate().execute(),
    () => ['One', 'Two'].map((name) => updatePartner(deps, staff, { ...settings, name, id, version: 1 })),
  )
  expect(refusals(results)).toEqual(['PARTNER_STATE'])
})

test('a partner is listed with the outcomes of the latest events', async () => {
  const { partnerId, publicKey, tell } = await givenClick(deps)
  await tell({ kind: 'credit' })
  await tell({ kind: 'credit', transactionId: 't2', userRef: 'nobody' })
  await receivePostback(deps, { ...callWith(publicKey, { kind: 'test' } as never), rawBody: Buffer.alloc(0) })
  const { partnerId: silent } = await givenPartner(db)
  const partners = await listAllPartners(deps)
  expect(partners.find(({ id }) => id === partnerId)?.recent).toEqual({
    events: 3,
    rejected: 1,
    unmatched: 1,
  })
  expect(partners.find(({ id }) => id === silent)?.recent).toEqual({ events: 0, rejected: 0, unmatched: 0 })
})

test('events are filtered by outcome, in pages', async () => {
  const { partnerId, tell } = await givenClick(deps)
  for (const transactionId of ['a', 'b', 'c'])
    await tell({ kind: 'credit', transactionId, userRef: 'nobody' })
  await tell({ kind: 'credit', transactionId: 'd' })
  const filter = { partnerId, outcome: 'unmatched' as const, limit: 2 }
  const first = await listPartnerEvents(db, filter)
  expect(first.map(({ transactionId }) => transactionId)).toEqual(['c', 'b'])
  const after = first.at(-1)?.id
  expect(await listPartnerEvents(db, { ...filter, after })).toMatchObject([{ transactionId: 'a' }])
  expect(await listPartnerEvents(db, { partnerId, limit: 9 })).toHaveLength(4)
})

test('an event is shown as received, without the secret', async () => {
  const { partnerId, publicKey } = await givenPartner(db)
  const secret = sealPartnerSecret(deps.secrets, partnerId, 'top & secret')
  await db.updateTable('partner').set({ secret }).where('partnerId', '=', partnerId).execute()
  await receivePostback(deps, {
    ...callWith(publicKey, {
      kind: 'credit',
      transactionId: 't1',
      userRef: 'top & secret',
      amountUsdMicros: 1,
    }),
    rawTarget: `/postback/${publicKey}?key=top%20%26%20secret&again=top+%26+secret`,
    headers: { 'x-key': 'top & secret', authorization: 'Basic dG9wICYgc2VjcmV0' },
  })
  const [event] = await listPartnerEvents(db, { partnerId, limit: 1 })
  const detail = await getEvent(deps, { id: event?.id ?? '' })
  expect(detail).toMatchObject({
    outcome: 'unmatched',
    target: `/postback/${publicKey}?key=••••••••&again=••••••••`,
    headers: { 'x-key': '••••••••', authorization: '…' },
    body: expect.stringContaining('"transactionId":"t1"'),
    signature: { isValid: true },
  })
  expect(detail.body).not.toContain('secret')
})

test('a claim shows the partner’s events for it, the unmatched ones, and the member’s earlier claims', async () => {
  const { member, tell, reference } = await givenClick(deps)
  const [click] = await listMyClicks(deps, member)
  await tell({ kind: 'screenout' })
  await tell({ kind: 'credit', transactionId: 'lost', userRef: 'nobody' })
  const { id } = await openClaim(deps, member, { clickId: click?.id ?? '', note: 'At noon' })
  expect(await getClaim(deps, { id })).toMatchObject({
    claim: { id, note: 'At noon', reference },
    events: [{ outcome: 'screened-out' }],
    unmatched: [{ transactionId: 'lost' }],
    earlier: [],
  })
  await expect(getClaim(deps, { id: click?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a member’s clicks are searched by part of the title', async () => {
  const { member } = await givenClick(deps)
  const [click] = await listMyClicks(deps, member)
  const part = click?.title.slice(2, 8).toUpperCase()
  expect(await listMyClicks(deps, { memberId: member.memberId, q: part })).toHaveLength(1)
  expect(await listMyClicks(deps, { memberId: member.memberId, q: '%' })).toEqual([])
})

test('a partner, a message and a claim that are not there are not changed', async () => {
  const unknown = randomUUID()
  const wishes = [
    () => updatePartner(deps, staff, { ...settings, id: unknown, version: 1 }),
    () => decideClaim(deps, staff, { id: unknown, decision: 'declined', reason: 'Unknown' }),
    () => changeMessageStatus(deps, staff, { id: unknown, version: 1, status: 'closed' }),
  ]
  for (const wish of wishes) await expect(wish()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('what a partner only reports is recorded, and the click waits on', async () => {
  const { member, partnerId, tell } = await givenClick(deps)
  for (const kind of ['info', 'ignore', 'pending'] as const) await tell({ kind, transactionId: kind })
  expect(await listOutcomes(db, partnerId)).toEqual([
    'recorded: info',
    'recorded: ignore',
    'recorded: pending',
  ])
  expect(await listMyClicks(deps, member)).toMatchObject([{ state: 'waiting', creditedPoints: null }])
})

test('a member sees of each click that its points were taken back, or why it was screened out', async () => {
  const [paid, refused] = [await givenClick(deps), await givenClick(deps)]
  await paid.tell({ kind: 'credit' })
  await paid.tell({ kind: 'reverse' })
  expect(await listMyClicks(deps, paid.member)).toMatchObject([{ state: 'reversed', canClaim: false }])
  await refused.tell({ kind: 'screenout', reasonCode: 'quota-full' })
  expect(await listMyClicks(deps, refused.member)).toMatchObject([
    { state: 'screened-out', screenOutReason: 'quota-full', canClaim: true },
  ])
})
