import { randomBytes } from 'node:crypto'
import { type Answer, FIRST_PAGE, type Page } from '@chuma/contract/fields'
import { type click, type ProfileMapping, profileMapping } from '@chuma/contract/partners/partners'
import type { Trx } from '@chuma/db/client'
import { insertClick, listClicks } from '@chuma/db/queries/partners/clicks'
import { findPartner } from '@chuma/db/queries/partners/partners'
import { findProfileChoice, type Profile, readProfile } from '@chuma/db/queries/profile/profile-answers'
import type { Deps } from '../deps.ts'

type Click = Answer<typeof click>

type Row = Awaited<ReturnType<typeof listClicks>>[number]

const DAY_MS = 24 * 3_600_000

type Wanted = Partial<Page> & {
  memberId: string
  /** Part of the title. */
  q?: string | undefined
}

/** List the member's clicks, newest first, with the result of each. */
export async function listMyClicks(deps: Deps, { memberId, q = '', ...page }: Wanted): Promise<Click[]> {
  const { claimDays } = await deps.economy()
  const rows = await listClicks(deps.db, { ...FIRST_PAGE, ...page, memberId, q: q.trim() })
  return rows.map((row) => {
    const state = stateOf(row)
    const { id, surveyId, cpaLinkId, title, points, clickedAt } = row
    const isRecent = row.ageSeconds * 1000 < claimDays * DAY_MS
    return {
      id,
      surveyId,
      cpaLinkId,
      title,
      points,
      clickedAt,
      state,
      creditedPoints: row.creditPoints,
      answerBy: state === 'review' && row.reviewSince ? daysAfter(row.reviewSince, claimDays) : null,
      refusal: state === 'refused' ? row.refusal : null,
      availableAt: state === 'pending' ? row.releaseAt : null,
      screenOutReason: state === 'screened-out' ? row.screenOutReason : null,
      claim:
        row.claimState && row.claimOpenedAt
          ? { state: row.claimState, reason: row.claimReason, openedAt: row.claimOpenedAt }
          : null,
      canClaim: isRecent && row.claimState === null && CLAIMABLE.has(state),
    }
  })
}

/** A credit in review can be claimed too: staff then see what the member says. */
const CLAIMABLE = new Set<Click['state']>(['waiting', 'review', 'refused', 'screened-out'])

const daysAfter = (time: Date, days: number) => new Date(time.getTime() + days * DAY_MS)

function stateOf({ creditState, claimState, confirmationState, refusal, surveyStatus }: Row): Click['state'] {
  if (creditState === 'review') return 'review'
  if (creditState === 'pending') return 'pending'
  if (creditState === 'available') return 'credited'
  if (claimState === 'credited' && confirmationState !== 'reversed') return 'credited'
  if (refusal !== null) return 'refused'
  if (creditState === 'reversed' || creditState === 'cancelled') return 'reversed'
  if (surveyStatus === 'screened_out') return 'screened-out'
  // Another click on the same survey was paid: nothing else will come for this one.
  return surveyStatus === 'completed' ? 'credited' : 'waiting'
}

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

/** Where a partner's address takes our reference. */
const PLACEHOLDER = '{click_id}'

/**
 * Insert a click's reference into a partner's address: at the placeholder, or else as `subid`. The rest stays unchanged,
 * because a partner may have signed it.
 */
export function putReference(url: string, reference: string): string {
  if (url.includes(PLACEHOLDER)) return url.replaceAll(PLACEHOLDER, reference)
  const hashAt = url.indexOf('#')
  const address = hashAt < 0 ? url : url.slice(0, hashAt)
  const fragment = hashAt < 0 ? '' : url.slice(hashAt)
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}subid=${reference}${fragment}`
}

type ShareWithPartnerLeaving = { memberId: string; partnerId: string | null; url: string }

/** Add what the member shares and the partner's mapping names. Without the member's consent to sharing nothing is read. */
async function shareWithPartner(trx: Trx, { memberId, partnerId, url }: ShareWithPartnerLeaving) {
  if (partnerId === null) return url
  const partner = await findPartner(trx, partnerId)
  const mapping = profileMapping.safeParse(Object(partner?.scheme).profile)
  if (!mapping.success || mapping.data.length === 0) return url
  const choice = await findProfileChoice(trx, memberId)
  return choice?.sharedAt ? putProfile(url, mapping.data, await readProfile(trx, memberId)) : url
}

/** Add a member's answers to a partner's address, in the partner's words. The rest stays unchanged, because it may be signed. */
export function putProfile(url: string, mapping: ProfileMapping, profile: Profile): string {
  const added = mapping.flatMap(({ attribute, parameter, codes }) => {
    const said = (profile[attribute] ?? []).flatMap((code) => (codes ? (codes[code] ?? []) : code))
    return said.length > 0 ? [`${encodeURIComponent(parameter)}=${encodeURIComponent(said.join(','))}`] : []
  })
  if (added.length === 0) return url
  const hashAt = url.indexOf('#')
  const address = hashAt < 0 ? url : url.slice(0, hashAt)
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${joint}${added.join('&')}${hashAt < 0 ? '' : url.slice(hashAt)}`
}
