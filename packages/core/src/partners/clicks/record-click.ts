import { randomBytes } from 'node:crypto'
import type { Trx } from '@chuma/db/client'
import { insertClick } from '@chuma/db/queries/partners/clicks'
import { putReference } from './put-reference.ts'

/** From where, as far as it is known, a member leaves. */
type Leaving = { memberId: string; address: string | null; userAgent: string | null }

type ClickTarget = {
  kind: 'survey' | 'task'
  id: string
  partnerId: string | null
  /** Promised to the member for this click; a partner's later amount is measured by it. */
  points: number
  title: string
  /** The partner's, with `{click_id}` where he wants the reference. */
  url: string
}

/**
 * Notes that a member leaves for a partner's page and answers the address to open. Each click has a reference of its own,
 * which nobody can guess and which names nobody: the only thing the partner learns about the member, and the only way his
 * word comes back to him. A click by itself pays nothing.
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
  return { clickId, url: putReference(url, reference) }
}
