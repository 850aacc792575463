import { randomUUID } from 'node:crypto'
import type { Db } from '@chuma/db/client'
import type { Deps } from '../deps.ts'
import { startSurvey } from '../surveys/surveys.ts'
import { givenSurvey } from '../surveys/testing.ts'
import { givenTask } from '../tasks/testing.ts'
import { openLink } from '../tasks/views.ts'
import { givenMember, testSecrets } from '../testing.ts'
import { receivePostback, sealPartnerSecret, sealPublicKey } from './events.ts'
import type { PostbackEvent } from './postbacks.ts'

/** An active partner; `scheme` replaces parts of the plain terms. */
export async function givenPartner(db: Db, scheme: object = {}) {
  const [partnerId, publicKey] = [randomUUID(), randomUUID().replaceAll('-', '')]
  await db
    .insertInto('partner')
    .values({
      partnerId,
      name: `Partner ${partnerId}`,
      ...sealPublicKey(testSecrets, partnerId, publicKey),
      preset: 'plain',
      scheme: JSON.stringify(scheme),
      secret: sealPartnerSecret(testSecrets, partnerId, 'secret'),
    })
    .execute()
  return { partnerId, publicKey }
}

export function callWith(publicKey: string, event: PostbackEvent) {
  return {
    publicKey,
    method: 'POST',
    rawTarget: `/postback/${publicKey}`,
    headers: {},
    rawBody: Buffer.from(JSON.stringify(event)),
    address: '198.51.100.7',
  }
}

/** A member who left for a partner's survey that promises 6 points, and the partner's events for it. */
export async function givenClick(deps: Deps, scheme: object = {}) {
  const { partnerId, publicKey } = await givenPartner(deps.db, scheme)
  const member = await givenMember(deps.db)
  const surveyId = await givenSurvey(deps.db, { kind: 'external', rewardUsd: 6, partnerId })
  const { externalUrl } = await startSurvey(deps, member, { surveyId })
  const reference = new URL(externalUrl ?? '').searchParams.get('subid') ?? ''
  const tell = (event: Partial<PostbackEvent> & Pick<PostbackEvent, 'kind'>, by: Deps = deps) =>
    receivePostback(
      by,
      callWith(publicKey, { transactionId: 't1', userRef: reference, amountUsdMicros: 6_000_000, ...event }),
    )
  return { member, surveyId, reference, partnerId, publicKey, tell }
}

/** A member who left for a partner's link that promises these points, and what the partner says of it. */
export async function givenLinkClick(
  deps: Deps,
  { points = 50, scheme = {} }: { points?: number; scheme?: object } = {},
) {
  const { partnerId, publicKey } = await givenPartner(deps.db, scheme)
  const member = await givenMember(deps.db)
  const click = async () => {
    const id = await givenTask(deps.db, 'affiliate', { partnerId, points })
    await openLink(deps, { member, staff: null, apiKey: null, address: null, userAgent: null }, { id })
    return deps.db
      .selectFrom('click')
      .select(['clickId', 'reference'])
      .where('memberId', '=', member.memberId)
      .where('taskId', '=', id)
      .executeTakeFirstOrThrow()
  }
  const { clickId, reference } = await click()
  const tell = (
    kind: PostbackEvent['kind'],
    transactionId: string,
    event: Partial<PostbackEvent> & { usd?: number } = {},
  ) => {
    const { usd = points, ...said } = event
    const told = {
      kind,
      transactionId,
      userRef: reference,
      amountUsdMicros: Math.round(usd * 1_000_000),
      ...said,
    }
    return receivePostback(deps, callWith(publicKey, told))
  }
  return { member, partnerId, publicKey, clickId, reference, click, tell }
}

/** The credits of a member, oldest first. */
export function listCredits(db: Db, memberId: string) {
  return db
    .selectFrom('partnerCredit')
    .select(['creditId', 'transactionId', 'state', 'points', 'boughtPoints', 'reviewReason', 'reason'])
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .orderBy('creditId')
    .execute()
}

/** The outcomes of a partner's events, oldest first. */
export async function listOutcomes(db: Db, partnerId: string) {
  const rows = await db
    .selectFrom('partnerEvent as event')
    .innerJoin('partnerEventOutcome as outcome', 'outcome.eventId', 'event.eventId')
    .select(['outcome.outcome', 'outcome.reason'])
    .where('event.partnerId', '=', partnerId)
    .orderBy('event.receivedAt')
    .execute()
  return rows.map(({ outcome, reason }) => (reason ? `${outcome}: ${reason}` : outcome))
}
