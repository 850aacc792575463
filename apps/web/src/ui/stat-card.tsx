import type { ReactNode } from 'react'
import classes from './stat-card.module.css'

/** Figures side by side: a description list, so that each number is read with its name. */
export function StatGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className={classes.grid} aria-label={label}>
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
