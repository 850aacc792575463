import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import blocks from '../blocks.module.css'
import classes from './notice.module.css'

type Props = {
  title: string
  children: ReactNode
  /** What to do about it: a button or a link. */
  action?: ReactNode
}

/** A notice in the flow of a page. */
export function Notice({ title, children, action }: Props) {
  return (
    <div className={classes.notice}>
      <IconInfoCircle aria-hidden size={24} className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className={blocks.flush}>{children}</p>
      </div>
      {action}
    </div>
  )
}
