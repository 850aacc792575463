import type { HostileCall } from './hostile-call.ts'

type Values = { text: unknown[]; tooLong: string; anId: unknown[] }

const id = '00000000-0000-4000-8000-000000000000'

/** Claims for missing points, and staff calls about partners. */
export function hostilePartnerCalls({ text, tooLong, anId }: Values): Record<string, HostileCall> {
  const who = 'owner'
  const prose = [tooLong, 'a\0b', '\ud800', 'a\u001bb', 7, null, [], {}]
  const partner = { name: 'Partner', scheme: {}, isActive: true, secret: 'x' }
  const wrong = {
    name: text,
    scheme: ['', 'x', 7, null, [], true],
    isActive: ['true', '', 0, 1, null, [], {}],
    secret: ['', tooLong, 7, null, [], {}],
  }
  return {
    claim: {
      who: 'member',
      url: '/api/claims',
      path: 'partners.openClaim',
      body: { clickId: id, note: 'I finished it' },
      wrong: { clickId: anId, note: prose },
      optional: ['note'],
    },
    'new partner': {
      who,
      url: '/api/admin/partners',
      path: 'partners.createPartner',
      body: { ...partner, preset: 'custom' },
      wrong: { ...wrong, preset: text },
      optional: ['isActive'],
    },
    partner: {
      who,
      method: 'PUT',
      url: `/api/admin/partners/${id}`,
      path: 'partners.updatePartner',
      inPath: { id },
      body: { ...partner, version: 1 },
      wrong: { ...wrong, version: [-1, 0, 0.5, 1e21, '1', null, [], {}, true] },
      optional: ['isActive', 'secret'],
    },
    'matched event': {
      who,
      url: `/api/admin/partner-events/${id}/match`,
      path: 'partners.matchEvent',
      inPath: { id },
      body: { memberId: id, clickId: id },
      wrong: { memberId: anId, clickId: anId },
    },
    'decision about a credit': {
      who,
      method: 'PUT',
      url: `/api/admin/credit-reviews/${id}`,
      path: 'partners.decideCreditReview',
      inPath: { id },
      body: { decision: 'promised', reason: 'Because' },
      wrong: {
        decision: ['', 'review', 'PROMISED', 7, null, [], {}],
        reason: ['', '  ', ...prose],
      },
    },
    'claim decision': {
      who,
      method: 'PUT',
      url: `/api/admin/claims/${id}`,
      path: 'partners.decideClaim',
      inPath: { id },
      body: { decision: 'credited', points: 5, reason: 'Because' },
      wrong: {
        decision: ['', 'open', 'CREDITED', 7, null, [], {}],
        points: [-1, 0, 0.5, 1e21, '1', null, [], {}, true],
        reason: ['', '  ', ...prose],
      },
      optional: ['points'],
    },
  }
}
