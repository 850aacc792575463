import { readId } from '../admin/read-id.ts'

export type PartnerPlace = { partner?: string; event?: string; review?: string; form?: 'new' | 'edit' }

/** What an address shows: one event, a credit in review, a partner or their form, a new partner, or the list. */
export function readPartnerPlace(search: Record<string, unknown>): PartnerPlace {
  if (search.form === 'new') return { form: 'new' }
  const partner = readId(search, 'partner')
  return {
    ...partner,
    ...readId(search, 'event'),
    ...readId(search, 'review'),
    ...(search.form === 'edit' && partner.partner && { form: 'edit' as const }),
  }
}

/** The claim that an address names; none shows the list. */
export const readClaimPlace = (search: Record<string, unknown>) => readId(search, 'claim')
