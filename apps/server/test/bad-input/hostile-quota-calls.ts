import type { HostileCall } from './hostile-call.ts'

const id = '11111111-1111-4111-8111-111111111111'
const who = 'owner'
const women = { code: 'women', label: 'Women', codes: ['female'] }
const dimension = { source: 'profile', code: 'sex', label: 'Sex', groups: [women] }
const quotas = {
  version: 0,
  dimensions: [dimension],
  cells: [{ groups: ['women'], target: 1 }],
  total: 1,
  softLaunch: null,
  dailyPercent: null,
  holdMinutes: 60,
}

/** Staff calls about the quotas of a survey. */
export function hostileQuotaCalls(): Record<string, HostileCall> {
  return {
    quotas: {
      who,
      method: 'PUT',
      url: `/api/admin/surveys/${id}/quotas`,
      path: 'admin.saveQuotas',
      inPath: { id },
      body: quotas,
      wrong: {
        version: [-1, 1.5, 1e12, '0', null, [], {}],
        dimensions: [
          null,
          'x',
          7,
          {},
          [null],
          [{}],
          [dimension, dimension],
          Array.from({ length: 5 }, (_, place) => ({ ...dimension, code: `sex${place}` })),
          ...[
            { source: 'country' },
            { code: '' },
            { code: 'A b' },
            { label: '' },
            { label: 'a\0b' },
            { groups: [] },
            { groups: [{}] },
            { groups: [women, women] },
            { groups: [{ ...women, codes: [] }] },
            { groups: [{ ...women, codes: ['female', 'female'] }] },
            { extra: 1 },
          ].map((change) => [{ ...dimension, ...change }]),
        ],
        cells: [
          null,
          [],
          [null],
          [{}],
          [{ groups: ['women'], target: -1 }],
          [{ groups: ['women'], target: 1.5 }],
          [{ groups: ['women'], target: 1e12 }],
          [{ groups: ['women'], target: '1' }],
          [{ groups: 'women', target: 1 }],
          [{ groups: ['Women!'], target: 1 }],
          [{ groups: ['women'], target: 1, extra: 1 }],
        ],
        total: [0, -1, 1.5, 1e12, '1', null, [], {}],
        softLaunch: [0, -1, 1.5, 1e12, '1', [], {}],
        dailyPercent: [0, 101, 1.5, '1', [], {}],
        holdMinutes: [0, 4, 1441, 1.5, '60', null, [], {}],
      },
      optional: ['softLaunch', 'dailyPercent', 'holdMinutes'],
    },
    'file of quotas': {
      who,
      url: `/api/admin/surveys/${id}/quotas/import`,
      path: 'admin.importQuotas',
      inPath: { id },
      body: { version: 1, csv: 'sex,Target\nwomen,1\n' },
      files: ['csv'],
      wrong: { version: [-1, 0, 1.5, 1e12, '1', null, [], {}], csv: ['', 7, null, [], {}] },
    },
    'released quotas': {
      who,
      url: `/api/admin/surveys/${id}/quotas/release`,
      path: 'admin.releaseQuotas',
      inPath: { id },
      body: { version: 1 },
      wrong: { version: [-1, 0, 1.5, 1e12, '1', null, [], {}] },
    },
  }
}
