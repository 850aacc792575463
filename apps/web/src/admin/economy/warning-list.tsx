import type { EconomyWarning } from '@chuma/contract/admin/economy/warn-about-economy'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useT } from '../../i18n/use-t.ts'
import { describeWarning } from './describe-warning.ts'
import classes from './economy.module.css'

export function WarningList({ label, warnings }: { label: string; warnings: EconomyWarning[] }) {
  const t = useT()
  return (
    <ul className={classes.list} aria-label={label}>
      {warnings.map((warning) => (
        <li key={JSON.stringify(warning)} className={classes.warning}>
          <IconAlertTriangle aria-hidden size={20} />
          <span>{describeWarning(t, warning)}</span>
        </li>
      ))}
    </ul>
  )
}
