import type { ReactNode } from 'react'
import classes from './figures.module.css'

type Figure = readonly [name: string, value: ReactNode, isOver?: boolean | undefined]
type Props = {
  /** What is false or null is left out. */
  figures: readonly (Figure | false | null)[]
  /** For millions with their cents. */
  isWide?: boolean
}

/** Figures with their names, side by side. */
export function FigureList({ figures, isWide }: Props) {
  return (
    <dl className={classes.figures} data-wide={isWide || undefined}>
      {figures
        .filter((figure) => figure !== false && figure !== null)
        .map(([name, value, isOver]) => (
          <div key={name} data-over={isOver || undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
