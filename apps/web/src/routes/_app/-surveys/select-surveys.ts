import type { Survey } from '@chuma/contract/surveys'

export const ORDERS = ['newest', 'reward', 'duration'] as const
export type SurveyOrder = (typeof ORDERS)[number]

export function isSurveyOrder(value: string): value is SurveyOrder {
  return ORDERS.some((order) => order === value)
}

const compare = {
  // As they arrive.
  newest: () => 0,
  reward: (a, b) => b.rewardPoints - a.rewardPoints,
  duration: (a, b) => a.duration - b.duration,
} as const satisfies Record<SurveyOrder, (a: Survey, b: Survey) => number>

export function selectSurveys(
  surveys: Survey[],
  { search, order }: { search: string; order: SurveyOrder },
): Survey[] {
  const wanted = search.trim().toLocaleLowerCase()
  return surveys.filter(({ title }) => title.toLocaleLowerCase().includes(wanted)).sort(compare[order])
}
