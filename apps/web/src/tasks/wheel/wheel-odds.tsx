import type { Wheel } from '@chuma/contract/tasks/games'
import { Title } from '@mantine/core'
import { useId } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { formatPoints } from '../../ui/figures/format-points.ts'
import { inHundredths } from '../in-hundredths.ts'
import classes from './spin-wheel.module.css'

/** The chance of every win, as the server draws it. Segments with the same points are one row. */
export function WheelOdds({ wheel: { segments, chancePercents } }: { wheel: Wheel }) {
  const t = useT()
  const id = useId()
  return (
    <div className={classes.odds}>
      <Title order={3} size="h4" id={id}>
        {t('wheel.odds')}
      </Title>
      <p className={classes.quiet}>{t('wheel.oddsText')}</p>
      <table className={classes.chances} aria-labelledby={id}>
        <tbody>
          {sumChances(segments, chancePercents).map(([points, percent]) => (
            <tr key={points}>
              <th scope="row">{formatPoints(t, points)}</th>
              <td>{t('wheel.chance', { percent: inHundredths(percent) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function sumChances(segments: readonly number[], chancePercents: readonly number[]): [number, number][] {
  const sums = new Map<number, number>()
  for (const [index, points] of segments.entries())
    sums.set(points, (sums.get(points) ?? 0) + (chancePercents[index] ?? 0))
  return [...sums].toSorted(([one], [other]) => one - other)
}
