import { defaultAssumptions } from '@chuma/contract/admin/economy/project-economy'
import { sampleFigures } from '@chuma/contract/admin/figures'
import type { HostileCall } from './hostile-call.ts'

type Wrong = { text: unknown[]; email: unknown[]; tooLong: string }

/** Staff calls about the economy and the product that take a body. */
export function hostileHouseCalls({ text, email, tooLong }: Wrong): Record<string, HostileCall> {
  return {
    'choice of an economy preset': {
      who: 'owner',
      method: 'PUT',
      url: '/api/admin/economy/preset',
      path: 'admin.chooseEconomyPreset',
      body: { version: 0, choice: 'sustainable', assumptions: defaultAssumptions, reason: 'Agreed' },
      wrong: {
        version: [-1, 0.5, 1e21, '1', null, [], {}, true],
        choice: ['', 'generous', 7, null, [], {}],
        reason: ['', '  ', `${tooLong}x`, 'a\0b', 7, null, [], {}],
        assumptions: [
          null,
          [],
          'x',
          {},
          { payoutSharePercent: 50 },
          { ...defaultAssumptions, nothing: 1 },
          { ...defaultAssumptions, payoutSharePercent: 101 },
          { ...defaultAssumptions, payoutSharePercent: '50' },
          { ...defaultAssumptions, kesPerUsd: 1e21 },
          { ...defaultAssumptions, adKes: 0.001 },
          { ...defaultAssumptions, startingMembers: 0.5 },
        ],
      },
    },
    'change of the product': {
      who: 'owner',
      method: 'PUT',
      url: '/api/admin/product',
      path: 'admin.changeProduct',
      body: {
        name: 'Pesa Poa',
        email: 'habari@pesa.test',
        phone: '0700 000 000',
        address: 'Ngong Road, Nairobi',
        hours: ['Every day'],
        isSignUpOpen: true,
      },
      wrong: {
        name: text,
        email,
        phone: text,
        address: text,
        hours: ['Every day', [], [''], ['a\0b'], Array(8).fill('x'), 7, null, {}],
        isSignUpOpen: ['', 'yes', 1, null, [], {}],
      },
    },
    'change of the claimed figures': {
      who: 'owner',
      method: 'PUT',
      url: '/api/admin/product/figures',
      path: 'admin.changeFigures',
      body: sampleFigures,
      wrong: {
        members: text.filter((value) => !/^ *$/.test(String(value))),
        adsReward: ['x'.repeat(41), 'a\0b', 7],
      },
    },
    'change of the economy': {
      who: 'owner',
      method: 'PUT',
      url: '/api/admin/economy',
      path: 'admin.changeEconomy',
      body: { version: 0, changes: { claimDays: 31 }, reason: 'Agreed' },
      wrong: {
        version: [-1, 0.5, 1e21, '1', null, [], {}, true],
        reason: ['', '  ', `${tooLong}x`, 'a\0b', '\ud800', 'a\u001bb', 7, null, [], {}],
        changes: [
          null,
          [],
          'x',
          7,
          {},
          { nothing: 1 },
          { kesPerPoint: 0 },
          { kesPerPoint: 0.5 },
          { kesPerPoint: '1000' },
          { kesPerPoint: 1e21 },
          { pointsPerUsd: 0 },
          { timeZone: 'Nowhere/Land' },
          { timeZone: "Africa/Nairobi'; drop table member" },
          { mpesaMinKes: 5, mpesaMaxKes: 4 },
          { spinTable: [] },
          {
            spinTable: [
              { points: 1, weight: 0 },
              { points: 1, weight: 1 },
            ],
          },
          { spinTable: Array.from({ length: 25 }, () => ({ points: 1, weight: 1 })) },
          { adPoints: { min: 9, max: 8 } },
        ],
      },
    },
  }
}
