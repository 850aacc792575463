import type { EconomyOption } from '@chuma/contract/admin/economy/describe-economy-choice'
import { useT } from '../../../i18n/use-t.ts'
import classes from '../economy.module.css'
import { listPresetFigures } from './list-preset-figures.ts'

export function PresetFigures({ option }: { option: EconomyOption }) {
  const t = useT()
  return (
    <dl className={classes.figures}>
      {listPresetFigures(t, option).map(({ name, value, isLoss }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-loss={isLoss || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
