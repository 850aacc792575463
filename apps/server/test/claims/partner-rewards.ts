import { createHmac } from 'node:crypto'
import { givenStaff } from '@chuma/core/admin/testing'
import { givenPartner } from '@chuma/core/partners/testing'
import { givenSurvey } from '@chuma/core/surveys/testing'
import { givenTask } from '@chuma/core/tasks/testing'
import { createTestDeps } from '@chuma/core/testing'
import { findPartnerPreset } from '@chuma/postback/presets'
import type { Reward } from './own-rewards.ts'
import { type Claim, holdClicks, throughBothDoors, type World } from './testing.ts'

const CONFIRMED_ONCE = { first: '200 OK', others: '200 DUP', isDaily: false }

/** What members earn with partners, and what staff credit by hand. */
export const partnerRewards: Record<string, Reward> = {
  "a partner's survey, confirmed": {
    ...CONFIRMED_ONCE,
    posts: 'survey 6',
    given: async (world) => confirmationOf(await givenLeftForSurvey(world)),
  },
  'an affiliate link, confirmed': {
    ...CONFIRMED_ONCE,
    posts: 'offer 20',
    given: async (world) => confirmationOf(await givenLeftByLink(world)),
  },
  'missing points, granted': {
    first: 'done',
    others: '409 ALREADY_DECIDED',
    isDaily: false,
    posts: 'claim 20',
    given: givenClaimToDecide,
  },
  'missing points, asked for': {
    first: 'done',
    others: '409 CLAIM_EXISTS',
    isDaily: false,
    posts: null,
    given: givenClaimToOpen,
  },
}

/** A partner who signs postbacks, and is told when one is a repeat. */
async function givenSigningPartner({ db }: World) {
  const scheme = findPartnerPreset('signed-link')?.scheme
  const replies = { ...scheme?.replies, duplicate: { status: 200, body: 'DUP' } }
  const { partnerId, publicKey } = await givenPartner(db, { ...scheme, holdDays: 0, replies })
  const confirm = async (server: string, reference: string) => {
    const event = { click_id: reference, transaction_id: reference, amount_usd: '20.00', status: 'approved' }
    const body = JSON.stringify(event)
    const signature = createHmac('sha256', 'secret').update(body).digest('hex')
    const response = await fetch(`${server}/postback/${publicKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': signature },
      body,
    })
    return { status: response.status, body: await response.text() }
  }
  return { partnerId, confirm }
}

/** A member who left for a partner's survey of 6 points. */
async function givenLeftForSurvey(world: World) {
  const { partnerId, confirm } = await givenSigningPartner(world)
  const member = await world.member()
  const surveyId = await givenSurvey(world.db, { kind: 'external', rewardUsd: 6, partnerId })
  const { externalUrl } = await member.call('POST', '/api/user-surveys', { surveyId })
  const reference = new URL(externalUrl).searchParams.get('subid') ?? ''
  return { ...member, confirm: (server: string) => confirm(server, reference) }
}

/** A member who left through a partner's link, for 20 points. */
async function givenLeftByLink(world: World) {
  const { partnerId, confirm } = await givenSigningPartner(world)
  const member = await world.member()
  const id = await givenTask(world.db, 'affiliate', { partnerId })
  const { url } = await member.call('POST', `/api/affiliate-links/${id}/click`)
  const reference = new URL(url).searchParams.get('click') ?? ''
  return { ...member, confirm: (server: string) => confirm(server, reference) }
}

type Left = Awaited<ReturnType<typeof givenLeftByLink>>

const confirmationOf = ({ memberId, confirm }: Left): Claim => ({
  memberId,
  hold: holdClicks(memberId),
  send: confirm,
})

/** A claim for missing points that waits for a decision; `send` grants them, `confirm` is the partner's late postback. */
export async function givenClaimToDecide(world: World) {
  const { memberId, call, confirm } = await givenLeftByLink(world)
  const { token } = await givenStaff(createTestDeps(world.db))
  const [click] = await call('GET', '/api/clicks')
  const { id } = await call('POST', '/api/claims', { clickId: click.id })
  const decision = { decision: 'credited', reason: 'Seen at the partner' }
  const send = throughBothDoors(token, () => ({
    rest: { method: 'PUT', url: `/api/admin/claims/${id}`, body: decision },
    trpc: { type: 'mutation', path: 'partners.decideClaim', input: { id, ...decision } },
  }))
  return { memberId, hold: holdClicks(memberId), send, confirm }
}

async function givenClaimToOpen(world: World): Promise<Claim> {
  const { memberId, token, call } = await givenLeftByLink(world)
  const [click] = await call('GET', '/api/clicks')
  const body = { clickId: click.id, note: 'Finished it at noon' }
  const send = throughBothDoors(token, () => ({
    rest: { method: 'POST', url: '/api/claims', body },
    trpc: { type: 'mutation', path: 'partners.openClaim', input: body },
  }))
  return { memberId, hold: holdClicks(memberId), send }
}
