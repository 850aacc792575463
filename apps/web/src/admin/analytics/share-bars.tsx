import classes from './analytics.module.css'

type Props = { rows: readonly { name: string; value: string; share: number }[] }

/** Horizontal bars, each with its name and number. `share` is relative to the longest bar. */
export function ShareBars({ rows }: Props) {
  return (
    <div className={classes.bars}>
      {rows.map(({ name, value, share }) => (
        <div key={name} className={classes.bar}>
          <span>{name}</span>
          <span className={classes.track}>
            <span style={{ width: `${Math.round(share * 100)}%` }} />
          </span>
          <span>{value}</span>
        </div>
      ))}
    </div>
  )
}
