import { randomUUID } from 'node:crypto'
import type { Db } from '@chuma/db/client'
import type { Deps } from '../deps.ts'
import { startSurvey } from '../surveys/start-survey.ts'
import { givenSurvey } from '../surveys/testing.ts'
import { givenMember, testSecrets } from '../testing.ts'
import type { PostbackEvent } from './postbacks.ts'
import { receivePostback } from './receive-postback.ts'
import { sealPartnerSecret, sealPublicKey } from './seal-partner.ts'

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

/** A call that carries this event. */
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
