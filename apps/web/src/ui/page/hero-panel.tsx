import type { ComponentPropsWithoutRef } from 'react'
import classes from './hero-panel.module.css'

/** The page's panel for its main number. */
export function HeroPanel({ className, ...rest }: ComponentPropsWithoutRef<'section'>) {
  return <section {...rest} className={`${classes.panel} ${className ?? ''}`} />
}
