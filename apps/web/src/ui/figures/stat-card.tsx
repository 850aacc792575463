import type { ReactNode } from 'react'
import classes from './stat-card.module.css'

type GridProps = {
  label: string
  /** For long amounts and texts: stacked on a phone. */
  isStacked?: boolean
  children: ReactNode
}

/** Figures side by side, as a description list, so that screen readers read each number with its name. */
export function StatGrid({ label, isStacked, children }: GridProps) {
  return (
    <dl className={classes.grid} data-stacked={isStacked || undefined} aria-label={label}>
      {children}
    </dl>
  )
}

export function StatCard({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.card}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  )
}
