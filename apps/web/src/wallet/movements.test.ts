import { afterEach, expect, test } from 'vitest'
import { activateLanguage, loadMessages } from '../i18n/i18n.ts'
import { describeMovement, describeState } from './movements.tsx'

afterEach(() => activateLanguage('en'))

const written = [
  ['Survey: Tea: or coffee?', 'Utafiti: Tea: or coffee?'],
  ['Screened out: Tea at home', 'Utafiti haukulingana nawe: Tea at home'],
  ['Offer: A bank account', 'Ofa: A bank account'],
  ['Video: Cooking', 'Video: Cooking'],
  ['Advertisement: A shop', 'Tangazo: A shop'],
  ['Social task: Share', 'Kazi ya mitandao: Share'],
  ['Micro-job: Count', 'Kazi ndogo: Count'],
  ['Claim granted: A loan', 'Dai limekubaliwa: A loan'],
  ['Taken back by our partner: A loan', 'Imechukuliwa tena na mshirika wetu: A loan'],
  ['Quiz: 3 of 5 right', 'Chemsha bongo: 3 kati ya 5 ni sahihi'],
  ['Daily login', 'Kuingia kila siku'],
  ['Daily login, day 4 in a row', 'Kuingia kila siku, siku ya 4 mfululizo'],
  ['Spin wheel', 'Gurudumu'],
  ['Invited friend', 'Rafiki uliyealika'],
  ['Corrected by our staff', 'Imerekebishwa na wafanyakazi wetu'],
  ['Withdrawal of KES 2,000 requested', 'Ombi la kutoa KES 2,000'],
  [
    'Withdrawal of KES 2,000 rejected, points restored',
    'Ombi la kutoa KES 2,000 limekataliwa, pointi zimerudishwa',
  ],
  ['Withdrawal of KES 2,000 paid', 'Ombi la kutoa KES 2,000 limelipwa'],
  [
    'Withdrawal of KES 2,000 paid: KES 100 tax withheld, KES 1,900 sent',
    'Ombi la kutoa KES 2,000 limelipwa: kodi ya KES 100 imezuiwa, KES 1,900 zimetumwa',
  ],
  [
    'Withdrawal of KES 2,000 was paid after all, restored points taken again',
    'Ombi la kutoa KES 2,000 lililipwa hatimaye, pointi zilizorudishwa zimechukuliwa tena',
  ],
  ['Payment of KES 2,000 came back, points restored', 'Malipo ya KES 2,000 yamerudi, pointi zimerudishwa'],
  [
    'KES 2,000 arrived twice, points of the second payment taken',
    'KES 2,000 zilifika mara mbili, pointi za malipo ya pili zimechukuliwa',
  ],
  ['Debt written off', 'Deni limefutwa'],
  ['Something of 2024: with a colon', 'Something of 2024: with a colon'],
  ['constructor', 'constructor'],
] as const

test.each(written)('%s reads the same in English, and %s in Swahili', async (english, swahili) => {
  await loadMessages('member')
  expect(describeMovement(english)).toBe(english)
  await activateLanguage('sw')
  expect(describeMovement(english)).toBe(swahili)
})

const line = { kind: 'hold', state: 'available', points: -3, withdrawalStatus: 'pending' } as const

test('points of a withdrawal are on hold until it is paid or rejected', () => {
  expect(describeState(line)).toBe('held')
  expect(describeState({ ...line, withdrawalStatus: 'approved' })).toBe('held')
  expect(describeState({ ...line, withdrawalStatus: 'paid' })).toBe('paidOut')
  expect(describeState({ ...line, withdrawalStatus: 'rejected' })).toBe('restored')
})

test('a payout is paid out, a correction downwards is deducted, and a reward is available', () => {
  const other = { ...line, withdrawalStatus: null }
  expect(describeState({ ...other, kind: 'payout', points: 0 })).toBe('paidOut')
  expect(describeState({ ...other, kind: 'adjustment' })).toBe('deducted')
  expect(describeState({ ...other, kind: 'survey', points: 5 })).toBe('available')
  expect(describeState({ ...other, kind: 'survey', points: 5, state: 'reversed' })).toBe('reversed')
})
