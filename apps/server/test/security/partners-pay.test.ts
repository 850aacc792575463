import { createHmac } from 'node:crypto'
import { givenStaff } from '@chuma/core/admin/testing'
import { givenPartner } from '@chuma/core/partners/testing'
import { givenSurvey } from '@chuma/core/surveys/testing'
import { givenTask } from '@chuma/core/tasks/testing'
import { findPartnerPreset } from '@chuma/postback/presets'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { jobHandlers } from '../../src/jobs/job-handlers.ts'
import { callRest, callTrpc, createTestApp, type RestCall, type TrpcCall } from '../../src/testing.ts'

const testApp = await createTestApp()
const { app, db, deps } = testApp
afterAll(testApp.close)
const staff = await givenStaff(deps, { role: 'owner' })

type Both = { rest: RestCall; trpc: TrpcCall }
const doors = [
  ['REST', (token: string, { rest }: Both) => callRest(app, token, rest)],
  ['tRPC', (token: string, { trpc }: Both) => callTrpc(app, token, trpc)],
] as const
type Door = (typeof doors)[number][1]

const query = (path: string, input: object, url: string): Both => ({
  rest: { method: 'GET', url },
  trpc: { type: 'query', path, input },
})
const change = (path: string, input: object, rest: RestCall): Both => ({
  rest,
  trpc: { type: 'mutation', path, input },
})

/** A partner who signs postbacks, and the postbacks. */
async function givenSigningPartner() {
  const scheme = findPartnerPreset('signed-link')?.scheme
  const replies = { ...scheme?.replies, duplicate: { status: 200, body: 'DUP' } }
  const fields = { ...scheme?.fields, goal: 'goal' }
  const { partnerId, publicKey } = await givenPartner(db, { ...scheme, fields, holdDays: 0, replies })
  const post = async (event: object, secret = 'secret') => {
    const payload = JSON.stringify(event)
    const signature = createHmac('sha256', secret).update(payload).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-signature': signature }
    const answer = await app.inject({ method: 'POST', url: `/postback/${publicKey}`, headers, payload })
    return `${answer.statusCode} ${answer.body}`
  }
  return { partnerId, post }
}

const pointsOf = async (call: Door, token: string): Promise<number> =>
  (await call(token, query('auth.getUser', {}, '/api/auth/user'))).body.points

/** A member who leaves through a link, or for a survey, that promises these points. */
async function givenLeft(call: Door, kind: 'link' | 'survey', points: number) {
  const partner = await givenSigningPartner()
  const { partnerId } = partner
  const { token } = await testApp.member()
  const id =
    kind === 'link'
      ? await givenTask(db, 'affiliate', { partnerId, points })
      : await givenSurvey(db, { kind: 'external', rewardUsd: points, partnerId })
  const { status, body } = await call(
    token,
    kind === 'link'
      ? change('tasks.openLink', { id }, { method: 'POST', url: `/api/affiliate-links/${id}/click` })
      : change(
          'surveys.startSurvey',
          { surveyId: id },
          {
            method: 'POST',
            url: '/api/user-surveys',
            body: { surveyId: id },
          },
        ),
  )
  expect(status).toBeLessThan(300)
  const { searchParams } = new URL(body.url ?? body.externalUrl)
  const reference = searchParams.get(kind === 'link' ? 'click' : 'subid')
  const tell = (transaction: string, event: object) =>
    partner.post({ click_id: reference, transaction_id: transaction, status: 'approved', ...event })
  return { token, partnerId, tell, reference }
}

describe.each(doors)('over %s', (_name, call) => {
  const decide = (id: string, decision: string) =>
    call(
      staff.token,
      change(
        'partners.decideCreditReview',
        { id, decision, reason: 'Their report' },
        {
          method: 'PUT',
          url: `/api/admin/credit-reviews/${id}`,
          body: { decision, reason: 'Their report' },
        },
      ),
    )

  test.each(['link', 'survey'] as const)(
    'A postback pays the promise whatever the partner paid: three goals of $0.01 for a %s of 50 points pay nothing',
    async (kind) => {
      const { token, partnerId, tell } = await givenLeft(call, kind, 50)
      for (const goal of ['install', 'level', 'purchase'])
        expect(await tell(goal, { goal, amount_usd: '0.01' })).toMatch(/^200 /)
      expect(await pointsOf(call, token)).toBe(0)
      const waiting = await call(
        staff.token,
        query(
          'partners.listCreditReviews',
          { partnerId },
          `/api/admin/credit-reviews?partnerId=${partnerId}`,
        ),
      )
      expect(waiting.body).toHaveLength(3)
      for (const review of waiting.body) expect(review.why).toBe('pays-less-than-promised')

      // A cent buys no point, so nobody can pay one. Staff who pay the promise pay it once for all three.
      const [first, second] = waiting.body.map(({ id }: { id: string }) => id)
      expect((await decide(first, 'bought')).status).toBe(400)
      expect((await decide(first, 'promised')).status).toBe(200)
      expect((await decide(second, 'promised')).status).toBe(409)
      expect(await pointsOf(call, token)).toBe(50)
    },
  )

  test('A postback pays the promise whatever the partner paid: an amount that buys the promise pays it once', async () => {
    const { token, tell } = await givenLeft(call, 'link', 50)
    expect(await tell('t1', { goal: 'install', amount_usd: '80' })).toMatch(/^200 /)
    expect(await tell('t2', { goal: 'level', amount_usd: '80' })).toBe('200 DUP')
    expect(await pointsOf(call, token)).toBe(50)
  })

  test.each(['link', 'survey'] as const)(
    'A granted claim escapes the chargeback: the points for a %s go when the partner takes its late credit back',
    async (kind) => {
      const { token, tell } = await givenLeft(call, kind, 20)
      const [click] = (await call(token, query('partners.listClicks', {}, '/api/clicks'))).body
      const claim = { clickId: click.id, note: 'Finished it at noon' }
      const opened = await call(
        token,
        change('partners.openClaim', claim, { method: 'POST', url: '/api/claims', body: claim }),
      )
      expect(opened.status).toBeLessThan(300)
      const granted = { decision: 'credited', reason: 'Seen at the partner' }
      const { id } = opened.body
      const rest = { method: 'PUT', url: `/api/admin/claims/${id}`, body: granted } as const
      expect((await call(staff.token, change('partners.decideClaim', { id, ...granted }, rest))).status).toBe(
        200,
      )
      expect(await pointsOf(call, token)).toBe(20)

      expect(await tell('late', { amount_usd: '20' })).toBe('200 DUP')
      expect(await pointsOf(call, token)).toBe(20)
      expect(await tell('late', { amount_usd: '20', status: 'rejected' })).toMatch(/^200 /)
      expect(await tell('late', { amount_usd: '20', status: 'rejected' })).toBe('200 DUP')
      expect(await pointsOf(call, token)).toBe(0)
      const [after] = (await call(token, query('partners.listClicks', {}, '/api/clicks'))).body
      expect(after).toMatchObject({ state: 'reversed' })
    },
  )

  test('One forged postback stops the recovery of all partners: it is put aside, and the others are settled', async () => {
    const [one, other] = [await givenLeft(call, 'link', 20), await givenLeft(call, 'survey', 20)]
    // A process dies between storing calls and deciding about them.
    await breakOutcomes('true')
    const told = [
      await one.tell('forged', { amount_usd: '200000000' }),
      await one.tell('t1', { amount_usd: '20' }),
      await other.tell('t2', { amount_usd: '20' }),
    ]
    for (const answer of told) expect(answer).toMatch(/^5\d\d /)
    expect([await pointsOf(call, one.token), await pointsOf(call, other.token)]).toEqual([0, 0])

    // One of them can never be settled.
    await breakOutcomes("new.transaction_id = 'forged'")
    await letPass('5 minutes')
    const recover = () => jobHandlers['settle-forgotten-events']({}, { deps, log: Fastify().log })
    await recover()
    expect([await pointsOf(call, one.token), await pointsOf(call, other.token)]).toEqual([20, 20])
    await letPass('1 hour')
    await recover()
    const events = await call(
      staff.token,
      query(
        'partners.listEvents',
        { partnerId: one.partnerId },
        `/api/admin/partner-events?partnerId=${one.partnerId}`,
      ),
    )
    expect(
      events.body.map(({ outcome, reason }: Record<string, string>) => [outcome, reason]).sort(),
    ).toEqual([
      ['credited', null],
      ['rejected', 'cannot-be-processed'],
    ])
  })
})

/** Let no outcome be stored to which this applies, as a fault of ours would. */
async function breakOutcomes(condition: string): Promise<void> {
  await sql
    .raw(`
    create or replace function break_outcome() returns trigger language plpgsql as $$ begin
      if new.reason is distinct from 'cannot-be-processed' and (${condition}) then raise exception 'broken'; end if; return new; end $$;
    create or replace trigger break_outcome before insert on partner_event_outcome for each row execute function break_outcome();
  `)
    .execute(db)
}

async function letPass(time: string): Promise<void> {
  await sql`alter table partner_event disable trigger partner_event_append_only`.execute(db)
  await sql`update partner_event set received_at = received_at - ${time}::interval`.execute(db)
  await sql`alter table partner_event enable trigger partner_event_append_only`.execute(db)
}
