import { signedLink } from '../signed-link.ts'
import { type Case, read, type World, write } from './calls.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
const newPartner = { name: 'Partner', preset: 'custom', scheme: {}, secret: 'x' }

/** Where a member went for points and what came of it, and the staff's side of that. */
export function partnerCases(owner: { token: string }): Case[] {
  const asOwner = { member: owner } as unknown as World
  const nobody = { member: {} } as World
  const look = (url: string, path: string, input: object = {}) => read(url, path, input)
  return [
    ['my clicks', 200, read('/api/clicks', 'clicks.listClicks')],
    ['my clicks, signed out', 401, () => read('/api/clicks', 'clicks.listClicks')(nobody)],
    ['claiming an unknown click', 404, write('/api/claims', 'clicks.openClaim', { clickId: unknownId })],
    ['claiming no click', 400, write('/api/claims', 'clicks.openClaim', { clickId: 'x' })],
    ['my history', 200, look('/api/activity?limit=1', 'wallet.listActivity', { limit: 1 })],
    ['my history, too much', 400, look('/api/activity?limit=101', 'wallet.listActivity', { limit: 101 })],
    ['partners', 200, () => read('/api/admin/partners', 'partners.listPartners')(asOwner)],
    ['partners as a member', 403, read('/api/admin/partners', 'partners.listPartners')],
    ['events', 200, () => look('/api/admin/partner-events', 'partners.listEvents')(asOwner)],
    ['events as a member', 403, look('/api/admin/partner-events', 'partners.listEvents')],
    ['presets', 200, () => read('/api/admin/partner-presets', 'partners.listPresets')(asOwner)],
    ['presets as a member', 403, read('/api/admin/partner-presets', 'partners.listPresets')],
    [
      'no event',
      404,
      () => look(`/api/admin/partner-events/${unknownId}`, 'partners.getEvent', { id: unknownId })(asOwner),
    ],
    [
      'clicks of a member who is not there',
      200,
      () =>
        look(`/api/admin/users/${unknownId}/clicks`, 'partners.listMemberClicks', { memberId: unknownId })(
          asOwner,
        ),
    ],
    [
      'no claim',
      404,
      () => look(`/api/admin/claims/${unknownId}`, 'partners.getClaim', { id: unknownId })(asOwner),
    ],
    [
      'changing no partner',
      404,
      write(
        `/api/admin/partners/${unknownId}`,
        'partners.updatePartner',
        { name: 'Partner', scheme: signedLink, version: 1 },
        {
          method: 'PUT',
          input: { id: unknownId, name: 'Partner', scheme: signedLink, version: 1 },
          token: owner.token,
        },
      ),
    ],
    ['claims', 200, () => look('/api/admin/claims', 'partners.listClaims')(asOwner)],
    ['claims as a member', 403, look('/api/admin/claims', 'partners.listClaims')],
    ['a new partner as a member', 403, write('/api/admin/partners', 'partners.createPartner', newPartner)],
    [
      'a new partner whose scheme is none',
      400,
      write('/api/admin/partners', 'partners.createPartner', newPartner, { token: owner.token }),
    ],
    [
      'replaying no event',
      404,
      write(`/api/admin/partner-events/${unknownId}/replay`, 'partners.replayEvent', undefined, {
        input: { id: unknownId },
        token: owner.token,
      }),
    ],
    [
      'deciding about no claim',
      404,
      write(
        `/api/admin/claims/${unknownId}`,
        'partners.decideClaim',
        { decision: 'declined', reason: 'No' },
        {
          method: 'PUT',
          input: { id: unknownId, decision: 'declined', reason: 'No' },
          token: owner.token,
        },
      ),
    ],
  ]
}
