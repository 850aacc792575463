import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import classes from './set-up.module.css'

export type Fact = { text: string; isWell: boolean }

/** What is set, and what is missing, each with a sign that does not depend on colour. */
export function Facts({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <ul className={classes.facts} aria-label={label}>
      {facts.map(({ text, isWell }) => (
        <li key={text}>
          {isWell ? (
            <IconCheck aria-hidden size={20} className={classes.isWell} />
          ) : (
            <IconAlertTriangle aria-hidden size={20} className={classes.isAmiss} />
          )}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
