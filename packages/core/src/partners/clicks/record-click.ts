import { randomBytes } from 'node:crypto'
import type { Trx } from '@chuma/db/client'
import { insertClick } from '@chuma/db/queries/partners/clicks'
import { putReference } from './put-reference.ts'
import { shareWithPartner } from './share-with-partner.ts'

/** Who leaves, and from where, if known. */
type Leaving = { memberId: string; address: string | null; userAgent: string | null }

type ClickTarget = {
  kind: 'survey' | 'task'
  id: string
  partnerId: string | null
  /** The points promised for this click; a later amount from the partner is compared with them. */
  points: number
  title: string
  /** The partner's address, with `{click_id}` for the reference. */
  url: string
}

/**
 * Record that a member leaves for a partner's page, and return the address to open. The click's random reference is the
 * only link back from the partner's event, and all that the partner learns about a member who does not share their profile. A click alone pays
 * nothing.
 */
export async function recordClick(
  trx: Trx,
  { memberId, address, userAgent }: Leaving,
  { kind, id, partnerId, points, title, url }: ClickTarget,
): Promise<{ clickId: string; url: string }> {
  const reference = randomBytes(24).toString('base64url')
  const { clickId } = await insertClick(trx, {
    memberId,
    reference,
    surveyId: kind === 'survey' ? id : null,
    taskId: kind === 'task' ? id : null,
    partnerId,
    points,
    title,
    address,
    userAgent,
  })
  return {
    clickId,
    url: await shareWithPartner(trx, { memberId, partnerId, url: putReference(url, reference) }),
  }
}
