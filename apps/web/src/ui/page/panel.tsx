import type { ComponentPropsWithoutRef } from 'react'
import classes from './panel.module.css'

type Props = ComponentPropsWithoutRef<'section'> & {
  /** `earning` marks incoming money; `quiet` has no shadow. */
  tone?: 'plain' | 'earning' | 'quiet'
}

/** A raised panel. */
export function Panel({ tone = 'plain', className, ...rest }: Props) {
  return <section {...rest} className={`${classes.panel} ${className ?? ''}`} data-tone={tone} />
}
