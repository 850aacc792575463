import { verifyLedger } from '@chuma/core/books/verify-ledger'
import { resumePayoutQueue } from '@chuma/core/payouts/queue/queue'
import { finance } from '@chuma/core/payouts/testing'
import { isAbsent, type RailFaultName, railFaults } from '@chuma/rails/simulator/faults'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { approve, openRailWorld, type RailName } from './rail-world.ts'

type End = 'paid' | 'rejected' | 'review' | 'stopped' | 'paid after rejection'

const faults = (Object.keys(railFaults) as RailFaultName[]).filter((name) => !isAbsent(railFaults[name]))

/** What becomes of a payment under every fault of the Daraja simulator; those that are not listed end as paid. */
const ends: Record<RailName, Partial<Record<RailFaultName, End>>> = {
  airtel: {
    'insufficient-float': 'stopped',
    'initiator-invalid': 'stopped',
    'receiver-unregistered': 'rejected',
    'phone-unknown': 'rejected',
    // The answer is in doubt, and the callback says that it failed.
    'unknown-code': 'rejected',
    // Airtel never finds it, which proves nothing.
    'timeout-unpaid': 'review',
    'error-503-unpaid': 'review',
    'duplicate-id': 'review',
    'status-pending': 'review',
    'status-not-found': 'review',
    'status-declined': 'rejected',
    'repeated-receipt': 'review',
    'failure-then-success': 'paid after rejection',
  },
  airtime: {
    'insufficient-float': 'stopped',
    'initiator-invalid': 'stopped',
    'invalid-token-once': 'stopped',
    'receiver-unregistered': 'rejected',
    'phone-unknown': 'rejected',
    'unknown-code': 'rejected',
    'amount-mismatch': 'review',
    'wrong-msisdn': 'review',
    // The id that can be asked about was in the answer that was lost: a person looks.
    ...Object.fromEntries(
      (
        [
          ...['timeout-paid', 'timeout-unpaid', 'html-502', 'duplicate-id', 'internal-error', 'reset'],
          ...['error-500', 'error-503', 'error-503-unpaid', 'reply-html', 'reply-truncated', 'reply-empty'],
          'reply-wrong-types',
        ] as RailFaultName[]
      ).map((name) => [name, 'review' as const]),
    ),
    'status-pending': 'review',
    'status-not-found': 'review',
    'status-declined': 'rejected',
    'failure-then-success': 'paid after rejection',
  },
}

describe.each(['airtel', 'airtime'] as const)('%s', async (method) => {
  const world = await openRailWorld([method])
  afterAll(world.close)
  beforeEach(world.reset)
  const resume = () => resumePayoutQueue(world.deps, finance, { note: 'Put right' })

  /** Whose receipt a fault repeats. */
  async function payEarlier() {
    const earlier = await approve(world, method)
    await world.work()
    expect(await earlier.look()).toMatchObject({ status: 'paid' })
  }

  test.each(faults)('%s: one payment at most, and the member reads the truth', async (fault) => {
    if (fault === 'repeated-receipt') await payEarlier()
    const payout = await approve(world, method, fault)
    await world.work()
    await world.pass(5)
    const end = ends[method][fault] ?? 'paid'
    const { status, payoutState, available, held, receipt } = await payout.look()
    const paid = payout.payments().length
    expect(paid).toBeLessThanOrEqual(1)
    if (end === 'paid') {
      expect([status, paid, available, held]).toEqual(['paid', 1, 8, 0])
      expect(receipt).toBe(payout.payments()[0]?.receipt.toUpperCase())
    } else if (end === 'rejected') expect([status, paid, available, held]).toEqual(['rejected', 0, 10, 0])
    else if (end === 'paid after rejection') expect([status, paid, held]).toEqual(['rejected', 1, 0])
    else expect([payoutState, available, held]).toEqual(['needs_review', 8, 2])
    if (end === 'stopped') await resume()
    else await expect(resume()).rejects.toMatchObject({ code: 'QUEUE_STATE' })
  })

  test('after all faults the ledger adds up', async () => {
    expect(await verifyLedger(world.deps)).toMatchObject({ ok: true })
  })

  test('a callback that nobody signed proves nothing', async () => {
    const payout = await approve(world, method)
    await world.workOnce()
    const [order] = payout.payments()
    const body =
      method === 'airtel'
        ? {
            transaction: { id: order?.id, status_code: 'TF', message: 'x', airtel_money_id: 'CI261127.AAAA' },
          }
        : { requestId: order?.reference, status: 'Failed', description: 'x' }
    const path = method === 'airtel' ? '/hooks/p/airtel' : '/hooks/p/airtime/guessed'
    const headers = { 'content-type': 'application/json', hash: 'Z3Vlc3NlZA==' }
    const forged = await fetch(`${world.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(forged.status).toBe(200)
    await world.work()
    await world.pass()
    expect(await payout.look()).toMatchObject({ status: 'paid', attempts: ['paid'] })
    const rows = await world.db.selectFrom('payoutCallbackOutcome').select('outcome').execute()
    expect(rows).toContainEqual({ outcome: 'foreign-address' })
  })

  test('a callback about no payment of ours, or to no provider, is refused', async () => {
    const body = JSON.stringify({ transaction: { id: 'po_unknown' }, requestId: `ATQid_${'0'.repeat(32)}` })
    for (const path of [`/hooks/p/${method}`, '/hooks/p/nobody']) {
      const answer = await fetch(`${world.url}${path}`, { method: 'POST', body })
      expect(answer.status).toBe(404)
    }
  })
})
