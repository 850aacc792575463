import { IconChevronDown } from '@tabler/icons-react'
import classes from './answer.module.css'

/** Opens under its question. The browser's own element: a search in the page finds what is folded away. */
export function Answer({ question, children }: { question: string; children: string }) {
  return (
    <details className={classes.answer}>
      <summary className={classes.question}>
        {question}
        <IconChevronDown aria-hidden size={20} className={classes.chevron} />
      </summary>
      <p className={classes.text}>{children}</p>
    </details>
  )
}
