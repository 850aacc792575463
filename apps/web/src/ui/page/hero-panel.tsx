import type { ComponentPropsWithoutRef } from 'react'
import classes from './hero-panel.module.css'

/** The one sheet of a page that carries its number. */
export function HeroPanel({ className, ...rest }: ComponentPropsWithoutRef<'section'>) {
  return <section {...rest} className={`${classes.panel} ${className ?? ''}`} />
}
