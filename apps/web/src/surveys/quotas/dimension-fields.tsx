import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { QuotaDimension } from '@chuma/contract/surveys/quotas/quotas'
import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { shownLanguage } from '../../i18n/choose-language.ts'
import { useT } from '../../i18n/use-t.ts'
import { listSources, mergeGroups } from './edit-quotas.ts'
import classes from './quotas.module.css'

const MOST_DIMENSIONS = 4

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
  const sources = listSources(questionnaire, shownLanguage(), new Date().getFullYear())
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
        dimensions.length < MOST_DIMENSIONS && (
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
