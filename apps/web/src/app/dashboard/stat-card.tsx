import type { ReactNode } from 'react'
import { Panel } from '../../ui/page/panel.tsx'
import classes from './stat-cards.module.css'

type Props = {
  label: string
  /** A smaller figure under the main one. */
  note?: ReactNode
  children: ReactNode
}

export function StatCard({ label, note, children }: Props) {
  return (
    <Panel className={classes.card} aria-label={label}>
      <p className={classes.label}>{label}</p>
      <p className={classes.value}>{children}</p>
      {note && <div className={classes.note}>{note}</div>}
    </Panel>
  )
}
