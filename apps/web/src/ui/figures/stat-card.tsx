import type { ReactNode } from 'react'
import classes from './stat-card.module.css'

type GridProps = {
  label: string
  /** For long amounts and words: one below the other on a telephone. */
  isStacked?: boolean
  children: ReactNode
}

/** Figures side by side: a description list, so that each number is read with its name. */
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
