import { ATTRIBUTE_KEYS, PROFILE_ATTRIBUTES } from '@chuma/contract/profile/profile-attributes'
import { TRAITS } from '@chuma/contract/surveys/eligibility/explain-rule'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { countAdults } from '@chuma/contract/surveys/quotas/census'
import { type QuotaDimension, type SurveyQuotas, toCellId } from '@chuma/contract/surveys/quotas/quotas'
import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type Language, shownLanguage } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import classes from './quotas.module.css'

const MAX_DIMENSIONS = 4

type Props = {
  dimensions: readonly QuotaDimension[]
  questionnaire: Questionnaire | null
  /** Members have places: only labels may change. */
  isFrozen: boolean
  onChange: (dimensions: QuotaDimension[]) => void
}

/** What the cells are made of. */
export function DimensionFields({ dimensions, questionnaire, isFrozen, onChange }: Props) {
  const t = useT()
  const sources = listSources(questionnaire, shownLanguage())
  const taken = dimensions.map(({ source, code }) => `${source}:${code}`)
  const free = sources.filter(({ key }) => !taken.includes(key))
  const replace = (place: number, next: QuotaDimension) =>
    onChange(dimensions.map((each, at) => (at === place ? next : each)))
  return (
    <>
      {dimensions.map((dimension, place) => (
        <Dimension
          key={taken[place]}
          dimension={dimension}
          isFrozen={isFrozen}
          onChange={(next) => replace(place, next)}
          onRemove={() => onChange(dimensions.filter((_, at) => at !== place))}
        />
      ))}
      {isFrozen ? (
        <Text c="dimmed">{t('quotas.frozen')}</Text>
      ) : (
        dimensions.length < MAX_DIMENSIONS && (
          <NativeSelect
            label={t('quotas.addDimension')}
            value=""
            data={[
              { value: '', label: t('quotas.choose') },
              ...free.map(({ key, label }) => ({ value: key, label })),
            ]}
            onChange={({ currentTarget: { value } }) => {
              const source = sources.find(({ key }) => key === value)
              if (source) onChange([...dimensions, source.dimension])
            }}
          />
        )
      )}
    </>
  )
}

type DimensionProps = {
  dimension: QuotaDimension
  isFrozen: boolean
  onChange: (dimension: QuotaDimension) => void
  onRemove: () => void
}

function Dimension({ dimension, isFrozen, onChange, onRemove }: DimensionProps) {
  const t = useT()
  const { label, groups } = dimension
  return (
    <fieldset className={classes.dimension}>
      <legend>{label}</legend>
      <ul className={classes.groups}>
        {groups.map((group) => (
          <li key={group.code}>
            <TextInput
              aria-label={t('quotas.groupName', { name: group.label })}
              value={group.label}
              maxLength={60}
              onChange={({ currentTarget: { value } }) =>
                onChange({
                  ...dimension,
                  groups: groups.map((each) => (each === group ? { ...each, label: value } : each)),
                })
              }
            />
            {!isFrozen && groups.length > 1 && (
              <NativeSelect
                aria-label={t('quotas.joinOf', { name: group.label })}
                value=""
                data={[
                  { value: '', label: t('quotas.join') },
                  ...groups
                    .filter((each) => each !== group)
                    .map((each) => ({ value: each.code, label: each.label })),
                  { value: LEAVE_OUT, label: t('quotas.leaveOut') },
                ]}
                onChange={({ currentTarget: { value } }) =>
                  onChange(
                    value === LEAVE_OUT
                      ? { ...dimension, groups: groups.filter((each) => each !== group) }
                      : mergeGroups(dimension, group.code, value),
                  )
                }
              />
            )}
          </li>
        ))}
      </ul>
      {!isFrozen && (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash aria-hidden size={18} />}
          onClick={onRemove}
        >
          {t('quotas.removeDimension', { name: label })}
        </Button>
      )}
    </fieldset>
  )
}

/** No group has this code. */
const LEAVE_OUT = '-'

type Group = QuotaDimension['groups'][number]
/** Targets by cell. */
export type Targets = Readonly<Record<string, number>>
export type QuotaDraft = Pick<
  SurveyQuotas,
  'dimensions' | 'total' | 'softLaunch' | 'dailyPercent' | 'holdMinutes'
> & {
  targets: Targets
}

export function toDraft({
  dimensions,
  total,
  softLaunch,
  dailyPercent,
  holdMinutes,
  cells,
}: SurveyQuotas): QuotaDraft {
  const targets = Object.fromEntries(cells.map(({ id, target }) => [id, target]))
  return { dimensions, total, softLaunch, dailyPercent, holdMinutes, targets }
}

/** Every combination of groups, in the order of the dimensions. */
export function listCells(dimensions: readonly QuotaDimension[]): { id: string; groups: Group[] }[] {
  let all: Group[][] = [[]]
  for (const { groups } of dimensions) all = all.flatMap((cell) => groups.map((group) => [...cell, group]))
  return all.map((groups) => ({ id: toCellId(groups.map(({ code }) => code)), groups }))
}

export const sumOf = ({ dimensions, targets }: QuotaDraft) =>
  listCells(dimensions).reduce((sum, { id }) => sum + (targets[id] ?? 0), 0)

/** What the targets of all cells with a group add up to. */
export function listMarginals({
  dimensions,
  targets,
}: QuotaDraft): { label: string; sums: { label: string; sum: number }[] }[] {
  const cells = listCells(dimensions)
  return dimensions.map(({ label, groups }, place) => ({
    label,
    sums: groups.map((group) => ({
      label: group.label,
      sum: cells
        .filter((cell) => cell.groups[place]?.code === group.code)
        .reduce((sum, { id }) => sum + (targets[id] ?? 0), 0),
    })),
  }))
}

/** Share a total among all cells as adults were counted in the census. Null if it did not count by one of the dimensions. */
export function shareByCensus(draft: QuotaDraft): QuotaDraft | null {
  const cells = listCells(draft.dimensions)
  const people = cells.map(({ groups }) => countAdults(draft.dimensions, groups))
  const all = people.reduce<number>((sum, each) => sum + (each ?? 0), 0)
  if (people.includes(null) || all === 0) return null
  const shares = people.map((each) => ((each ?? 0) * draft.total) / all)
  const rest = draft.total - shares.reduce((sum, share) => sum + Math.floor(share), 0)
  // The largest fractions get what rounding down left.
  const rounded = shares
    .map((share, place) => ({ place, fraction: share - Math.floor(share) }))
    .toSorted((a, b) => b.fraction - a.fraction)
  const up = new Set(rounded.slice(0, rest).map(({ place }) => place))
  return {
    ...draft,
    targets: Object.fromEntries(
      cells.map(({ id }, place) => [id, Math.floor(shares[place] ?? 0) + Number(up.has(place))]),
    ),
  }
}

/** Share a total among all cells as evenly as whole numbers can. */
export function shareEvenly(draft: QuotaDraft): QuotaDraft {
  const cells = listCells(draft.dimensions)
  const each = Math.floor(draft.total / cells.length)
  const rest = draft.total - each * cells.length
  return {
    ...draft,
    targets: Object.fromEntries(cells.map(({ id }, place) => [id, each + (place < rest ? 1 : 0)])),
  }
}

/** What `saveQuotas` takes. Cells without a target are left out, unless all are. */
export function toInput({ targets, ...plan }: QuotaDraft) {
  const cells = listCells(plan.dimensions).map(({ id, groups }) => ({
    groups: groups.map(({ code }) => code),
    target: targets[id] ?? 0,
  }))
  return { ...plan, cells }
}

type Source = { key: string; label: string; dimension: QuotaDimension }

/** What a dimension can be made of: attributes with one answer, and single choices of the screening. */
export function listSources(questionnaire: Questionnaire | null, language: Language): Source[] {
  const attributes = ATTRIBUTE_KEYS.filter((key) => PROFILE_ATTRIBUTES[key].kind !== 'several').map(
    (key): Source => {
      const { name, kind, options } = PROFILE_ATTRIBUTES[key]
      const { code, label, answers } =
        kind === 'year'
          ? { code: 'age', label: TRAITS.age.name, answers: TRAITS.age.options }
          : { code: key, label: name, answers: options }
      const groups = answers.map((each) => toGroup(each.code, each.words[language]))
      return toSource({ source: 'profile', code, label: label[language], groups })
    },
  )
  const screening = questionnaire?.sections.filter(({ isScreening }) => isScreening) ?? []
  const questions = screening
    .flatMap((section) => section.questions)
    .flatMap((question): Source[] => {
      if (!question.required || (question.type !== 'multiple-choice' && question.type !== 'yes-no')) return []
      const groups =
        question.type === 'yes-no'
          ? ['yes', 'no'].map((code) => toGroup(code, code))
          : question.options.map(({ code, words }) => toGroup(code, words[language] ?? words.en ?? code))
      const label = question.words[language] ?? question.words.en ?? question.code
      return [toSource({ source: 'question', code: question.code, label: label.slice(0, 60), groups })]
    })
  return [...attributes, ...questions]
}

const toGroup = (code: string, label: string): Group => ({ code, label: label.slice(0, 60), codes: [code] })
const toSource = (dimension: QuotaDimension): Source => ({
  key: `${dimension.source}:${dimension.code}`,
  label: dimension.label,
  dimension,
})

/** Put the codes of one group into another. */
export function mergeGroups(dimension: QuotaDimension, from: string, into: string): QuotaDimension {
  const moved = dimension.groups.find(({ code }) => code === from)
  if (!moved || from === into) return dimension
  return {
    ...dimension,
    groups: dimension.groups
      .filter(({ code }) => code !== from)
      .map((group) =>
        group.code === into
          ? {
              ...group,
              label: `${group.label}, ${moved.label}`.slice(0, 60),
              codes: [...group.codes, ...moved.codes],
            }
          : group,
      ),
  }
}
