import type { NewPosting } from './ledger.ts'

export const earn = (memberId: string, points: number, sourceKey: string): NewPosting => ({
  memberId,
  kind: 'survey',
  availableDelta: points,
  heldDelta: 0,
  houseAccount: 'rewards',
  sourceKey,
  description: 'Survey: Tea',
  actor: 'system',
})

export const hold = (memberId: string, points: number, sourceKey: string): NewPosting => ({
  ...earn(memberId, points, sourceKey),
  kind: 'hold',
  availableDelta: -points,
  heldDelta: points,
  houseAccount: null,
})
