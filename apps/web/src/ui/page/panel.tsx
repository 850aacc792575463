import type { ComponentPropsWithoutRef } from 'react'
import classes from './panel.module.css'

type Props = ComponentPropsWithoutRef<'section'> & {
  /** `earning` marks money that is coming in; `quiet` lies flat. */
  tone?: 'plain' | 'earning' | 'quiet'
}

/** A raised sheet of content. */
export function Panel({ tone = 'plain', className, ...rest }: Props) {
  return <section {...rest} className={`${classes.panel} ${className ?? ''}`} data-tone={tone} />
}
