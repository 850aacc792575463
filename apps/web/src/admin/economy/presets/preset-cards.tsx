import type { EconomyOption } from '@chuma/contract/admin/economy/describe-economy-choice'
import type { EconomyChoice } from '@chuma/contract/admin/economy/economy-presets'
import { Radio } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useT } from '../../../i18n/use-t.ts'
import { StatusBadge } from '../../../ui/figures/status-badge.tsx'
import list from '../../list.module.css'
import { PresetFigures } from './preset-figures.tsx'
import classes from './presets.module.css'

type Props = {
  options: readonly EconomyOption[]
  choice: EconomyChoice
  onChoose: (choice: EconomyChoice) => void
}

/** One card per choice, with the same figures in the same order. */
export function PresetCards({ options, choice, onChoose }: Props) {
  const t = useT()
  return (
    <Radio.Group
      className={classes.group ?? ''}
      aria-label={t('preset.title')}
      value={choice}
      onChange={(value) => {
        const chosen = options.find((option) => option.choice === value)
        if (chosen) onChoose(chosen.choice)
      }}
    >
      <div className={classes.cards}>
        {options.map((option) => (
          <div
            key={option.choice}
            className={classes.card}
            data-chosen={option.choice === choice || undefined}
          >
            <div className={list.head}>
              <Radio
                size="md"
                value={option.choice}
                label={t(`preset.name.${option.choice}`)}
                description={t(`preset.about.${option.choice}`)}
              />
              {option.isCurrent && (
                <StatusBadge tone="good" icon={<IconCheck size={16} />}>
                  {t('preset.inUse')}
                </StatusBadge>
              )}
            </div>
            <PresetFigures option={option} />
          </div>
        ))}
      </div>
    </Radio.Group>
  )
}
