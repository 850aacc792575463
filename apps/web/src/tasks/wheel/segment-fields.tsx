import { spinChances } from '@chuma/contract/tasks/expected-spin'
import { ActionIcon, Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { NumberInput } from '../../ui/forms/number-input.tsx'
import classes from '../games.module.css'
import { inHundredths } from '../in-hundredths.ts'

/** An emptied number field holds an empty text. */
export type WheelForm = {
  segments: { points: number | string; weight: number | string }[]
  reason: string
}

const LEAST_SEGMENTS = 2
const MOST_SEGMENTS = 24

export function SegmentFields({ form }: { form: UseFormReturnType<WheelForm> }) {
  const t = useT()
  const { segments } = form.values
  const chances = spinChances(
    segments.map(({ weight }) => ({ points: 0, weight: Math.max(0, Number(weight) || 0) })),
  )
  return (
    <div>
      <div aria-hidden className={`${classes.segment} ${classes.segmentHead}`}>
        <span>{t('gamesTab.points')}</span>
        <span>{t('gamesTab.weight')}</span>
        <span className={classes.percent}>{t('gamesTab.chance')}</span>
      </div>
      <ol className={classes.segments} aria-label={t('gamesTab.table')}>
        {segments.map((_, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the form addresses its fields by position
            key={index}
            className={classes.segment}
          >
            <NumberInput
              aria-label={t('gamesTab.pointsOf', { number: index + 1 })}
              allowDecimal={false}
              {...form.getInputProps(`segments.${index}.points`)}
            />
            <NumberInput
              aria-label={t('gamesTab.weightOf', { number: index + 1 })}
              allowDecimal={false}
              {...form.getInputProps(`segments.${index}.weight`)}
            />
            <span className={classes.percent}>
              {t('gamesTab.percent', { percent: inHundredths(chances[index] ?? 0) })}
            </span>
            <ActionIcon
              variant="subtle"
              color="red"
              size={44}
              aria-label={t('gamesTab.remove', { number: index + 1 })}
              disabled={segments.length <= LEAST_SEGMENTS}
              onClick={() => form.removeListItem('segments', index)}
            >
              <IconTrash aria-hidden size={20} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {segments.length < MOST_SEGMENTS && (
        <Button
          variant="subtle"
          leftSection={<IconPlus aria-hidden size={20} />}
          onClick={() => form.insertListItem('segments', { points: 0, weight: 1 })}
        >
          {t('gamesTab.add')}
        </Button>
      )}
    </div>
  )
}
