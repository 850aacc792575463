import {
  SMALLEST_GROUP,
  TRAIT_KEYS,
  TRAITS,
  type TraitKey,
} from '@chuma/contract/surveys/eligibility/explain-rule'
import type { SurveyResultsInput, TraitGroups } from '@chuma/contract/surveys/results'
import type { Db } from '@chuma/db/client'
import type { Respondents } from '@chuma/db/queries/surveys/respondents'
import { countCells, countTraits } from '@chuma/db/queries/surveys/survey-results'
import { invalidField } from '../../../app-error.ts'

type Group = { trait: TraitKey; code: string }

/** What a filter by profile asks for. @throws AppError INVALID_INPUT for a code that the attribute does not have */
export function readProfileFilter(profile: string | undefined): Group[] {
  return (profile?.split(',') ?? []).map((word) => {
    const [key, code = ''] = word.split('=')
    const trait = TRAIT_KEYS.find((each) => each === key)
    if (!trait || !TRAITS[trait].options.some((each) => each.code === code))
      throw invalidField('profile', 'TRAIT_UNKNOWN')
    return { trait, code }
  })
}

/** Codes of one attribute are alternatives. */
export function toTraits(groups: readonly Group[]): string[][] {
  return TRAIT_KEYS.map((key) =>
    groups.flatMap(({ trait, code }) => (trait === key ? `${trait}=${code}` : [])),
  ).filter((words) => words.length > 0)
}

/** Count the people of each group. Without `isRaw`, groups that may not be chosen have no count. */
export async function listGroups(db: Db, asked: Respondents, { isRaw }: { isRaw: boolean }) {
  const counted = new Map((await countTraits(db, asked)).map(({ trait, count }) => [trait, count]))
  if (counted.size === 0) return []
  const [{ count: everyone } = { count: 0 }] = await countCells(db, asked, [])
  return TRAIT_KEYS.flatMap((trait) => {
    const codes = TRAITS[trait].options.flatMap(({ code }) => {
      const people = counted.get(`${trait}=${code}`)
      return people ? [{ code, people }] : []
    })
    return codes.length === 0 ? [] : [{ trait, codes: isRaw ? codes : closeSmall(codes, everyone) }]
  })
}

/**
 * Close groups of few people. Everyone in no open group, those who did not say among them, are what remains of everyone else's answers, so the
 * smallest open groups are closed until these are nobody or enough.
 */
export function closeSmall(groups: readonly { code: string; people: number }[], everyone: number) {
  const open = groups
    .filter(({ people }) => people >= SMALLEST_GROUP)
    .sort((one, other) => other.people - one.people)
  const rest = () => everyone - open.reduce((sum, { people }) => sum + people, 0)
  while (open.length > 0 && rest() > 0 && rest() < SMALLEST_GROUP) open.pop()
  return groups.map((group) => ({ ...group, people: open.includes(group) ? group.people : null }))
}

type Filter = Pick<SurveyResultsInput, 'from' | 'to' | 'who' | 'quality' | 'weights'> & {
  part?: string | undefined
}

/**
 * Find the group that someone may choose who may not see single answers: one that is open, and nothing else with it. Two filters that differ by
 * few people tell what these answered.
 * @throws AppError INVALID_INPUT
 */
export function requireOpenGroup(
  groups: readonly TraitGroups[],
  asked: readonly Group[],
  { from, to, who, quality, weights, part }: Partial<Filter>,
): Group | null {
  const [group, ...others] = asked
  if (!group) return null
  const isAlone = [from, to, who, weights, part].every((each) => each === undefined) && quality !== 'all'
  if (others.length > 0 || !isAlone) throw invalidField('profile', 'GROUP_NOT_ALONE')
  if (!listOpenCodes(groups, group.trait).includes(group.code))
    throw invalidField('profile', 'GROUP_NOT_OPEN', { min: SMALLEST_GROUP })
  return group
}

export const listOpenCodes = (groups: readonly TraitGroups[], key: TraitKey): string[] =>
  groups
    .flatMap(({ trait, codes }) => (trait === key ? codes : []))
    .flatMap(({ code, people }) => (people === null ? [] : code))
