import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import classes from './stat-card.module.css'

type GridProps = {
  label: string
  /** For long amounts and texts: stacked on a phone. */
  isStacked?: boolean
  /** All cards are claims: without any the grid is hidden too. */
  isClaimed?: boolean
  children: ReactNode
}

/** Figures side by side, as a description list, so that screen readers read each number with its name. */
export function StatGrid({ label, isStacked, isClaimed, children }: GridProps) {
  return (
    <dl
      className={classes.grid}
      data-stacked={isStacked || undefined}
      data-figures={isClaimed || undefined}
      aria-label={label}
    >
      {children}
    </dl>
  )
}

type CardProps = {
  label: string
  /** Words of the operator, which hide the card while they are empty. */
  claim?: string
  /** What it counts, under the figure. */
  note?: string
  children: ReactNode
}

export function StatCard({ label, claim, note, children }: CardProps) {
  return (
    <div className={classes.card} data-figure={claim}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
      {note && <dd className={classes.note}>{note}</dd>}
    </div>
  )
}

/** Stands in for a `StatGrid` while it loads. `height`: of a card, in pixels. */
export function StatSkeletons({ count, height }: { count: number; height: number }) {
  const t = useT()
  return (
    <div role="status">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      <div className={classes.grid}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity and never move
          <Skeleton key={index} height={height} radius="lg" aria-hidden />
        ))}
      </div>
    </div>
  )
}
