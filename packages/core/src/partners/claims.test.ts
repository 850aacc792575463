import type { Trx } from '@chuma/db/client'
import { lockClaim } from '@chuma/db/queries/partners/claims'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { listJobNames, testEveryStep } from '../state-machine.testing.ts'
import {
  codeOf,
  createMailCapture,
  createTestDeps,
  givenMember,
  readRow,
  readRows,
  refusals,
} from '../testing.ts'
import {
  type ClaimEffect,
  claimMachine,
  decideClaim,
  moveClaim,
  openClaim,
  sendClaimDecided,
} from './claims.ts'
import { listMyClicks } from './clicks.ts'
import { replayEvent } from './events.ts'
import { givenClick } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { mail, sent } = createMailCapture()
const deps = createTestDeps(db, { mail })
const staff = { name: 'staff:amina', address: null }

/** A member's click without a result, as the member sees it. */
async function givenLostClick() {
  const given = await givenClick(deps)
  const [click] = await listMyClicks(deps, given.member)
  if (!click) throw new Error('no click')
  return { ...given, clickId: click.id }
}

const givenClaim = async () => {
  const given = await givenLostClick()
  const claim = await openClaim(deps, given.member, { clickId: given.clickId, note: 'Finished it at noon' })
  return { ...given, claim }
}

const available = async (memberId: string) => (await getBalance(db, memberId)).availablePoints

const grant = (id: string) =>
  decideClaim(deps, staff, { id, decision: 'credited', reason: 'Seen at the partner' })

const decline = (id: string) => decideClaim(deps, staff, { id, decision: 'declined', reason: 'Not finished' })

test('a click without a credit can be claimed, once', async () => {
  const { member, clickId } = await givenLostClick()
  expect(await listMyClicks(deps, member)).toMatchObject([{ state: 'waiting', canClaim: true, points: 6 }])
  const claims = await Promise.allSettled(
    Array.from({ length: 10 }, () => openClaim(deps, member, { clickId, note: '' })),
  )
  expect(refusals(claims)).toEqual(Array(9).fill('CLAIM_EXISTS'))
  expect(await listMyClicks(deps, member)).toMatchObject([{ canClaim: false, claim: { state: 'open' } }])
})

test('another member’s click cannot be claimed, nor an old one', async () => {
  const { clickId } = await givenLostClick()
  const stranger = await givenMember(db)
  await expect(openClaim(deps, stranger, { clickId, note: '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { member, clickId: old } = await givenLostClick()
  await db
    .updateTable('click')
    .set({ clickedAt: new Date(Date.now() - 31 * 24 * 3_600_000) })
    .where('clickId', '=', old)
    .execute()
  expect(await listMyClicks(deps, member)).toMatchObject([{ canClaim: false }])
  expect(await codeOf(openClaim(deps, member, { clickId: old, note: '' }))).toBe('NOT_FOUND')
})

test('a credited click cannot be claimed', async () => {
  const { member, clickId, tell } = await givenLostClick()
  await tell({ kind: 'credit' })
  expect(await listMyClicks(deps, member)).toMatchObject([
    { state: 'credited', creditedPoints: 6, canClaim: false },
  ])
  expect(await codeOf(openClaim(deps, member, { clickId, note: '' }))).toBe('ALREADY_CREDITED')
})

test('a granted claim pays the promised points, is logged, and the member gets the reason', async () => {
  const { member, claim, clickId } = await givenClaim()
  expect(await grant(claim.id)).toMatchObject({ state: 'credited', points: 6 })
  expect(await listTransactions(db, member.memberId, { limit: 5 })).toMatchObject([
    { kind: 'claim', points: 6, description: expect.stringMatching(/^Claim granted: Saving/) },
  ])
  const audit = await readRows(db, 'auditEntry', ['actor', 'action', 'reason'], {
    subject: `claim:${claim.id}`,
  })
  expect(audit).toEqual([{ actor: 'staff:amina', action: 'decide-claim', reason: 'Seen at the partner' }])
  await sendClaimDecided(deps, { memberId: member.memberId, clickId })
  expect(sent.at(-1)).toMatchObject({
    kind: 'sendClaimDecided',
    mail: { to: member.email, isCredited: true, points: 6, reason: 'Seen at the partner' },
  })
})

test('nobody can decide their own claim, or assign an event to their own click', async () => {
  const { member, claim, clickId, partnerId, tell } = await givenClaim()
  const self = { name: `member:${member.memberId}`, address: null }
  const own = { id: claim.id, decision: 'credited' as const, reason: 'Mine' }
  await expect(decideClaim(deps, self, own)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await tell({ kind: 'credit', userRef: 'nobody' })
  const { eventId: id } = await readRow(db, 'partnerEvent', ['eventId'], { partnerId })
  const click = { memberId: member.memberId, clickId }
  await expect(replayEvent(deps, self, { id, click })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await available(member.memberId)).toBe(0)
})

test('of fifty concurrent decisions one counts', async () => {
  const { member, claim } = await givenClaim()
  const results = await startTogether(db, member.memberId, () =>
    Array.from({ length: 50 }, () => grant(claim.id)),
  )
  expect(refusals(results)).toEqual(Array(49).fill('ALREADY_DECIDED'))
  expect(await available(member.memberId)).toBe(6)
  await expect(decline(claim.id)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
})

test('a partner’s late event after a granted claim pays nothing more', async () => {
  const { member, claim, tell } = await givenClaim()
  await grant(claim.id)
  expect(await tell({ kind: 'credit' })).toEqual({ status: 200, body: 'DUP' })
  expect(await available(member.memberId)).toBe(6)
})

test('a claim and a concurrent event of the partner pay once', async () => {
  const { member, claim, tell } = await givenClaim()
  await startTogether<unknown>(db, member.memberId, () => [tell({ kind: 'credit' }), grant(claim.id)])
  expect(await available(member.memberId)).toBe(6)
})

test('after a declined claim the partner’s event still pays', async () => {
  const { member, claim, tell } = await givenClaim()
  await decline(claim.id)
  expect(await listMyClicks(deps, member)).toMatchObject([
    { claim: { state: 'declined', reason: 'Not finished' }, canClaim: false },
  ])
  await tell({ kind: 'credit' })
  expect(await available(member.memberId)).toBe(6)
})

type Ref = { memberId: string; claimId: string }

async function given(): Promise<Ref> {
  const deps = createTestDeps(db)
  const { member } = await givenClick(deps)
  const [click] = await listMyClicks(deps, member)
  const { id } = await openClaim(deps, member, { clickId: click?.id ?? '', note: '' })
  return { memberId: member.memberId, claimId: id }
}

async function lock(trx: Trx, ref: Ref) {
  const claim = await lockClaim(trx, ref)
  if (!claim) throw new Error('no claim')
  return claim
}

const shown: Record<string, ClaimEffect> = { claim: 'post claim', 'send-claim-decided': 'tell member' }

testEveryStep(db, claimMachine, {
  given,
  put: (trx, { claimId }, state) =>
    sql`
      update credit_claim set state = ${state}, reason = 'Because', decided_by = 'staff:amina',
        decided_at = case when ${state} <> 'open' then now() end
      where claim_id = ${claimId}
    `.execute(trx),
  lock,
  move: (trx, claim, step) =>
    moveClaim(trx, claim, { ...step, reason: 'Because', points: 6, decidedBy: 'staff:amina' }),
  look: async (trx, ref) => {
    const claim = await lock(trx, ref)
    const postings = await readRows(trx, 'posting', ['kind'], { memberId: ref.memberId })
    const traces = [...postings.map(({ kind }) => kind), ...(await listJobNames(trx, ref.memberId))]
    return { state: claim.state, did: traces.flatMap((trace) => shown[trace] ?? []), row: [claim, traces] }
  },
})
