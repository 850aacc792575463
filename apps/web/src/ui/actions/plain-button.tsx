import type { ComponentProps } from 'react'
import classes from './light-button.module.css'

type Props = ComponentProps<'button'> & { variant?: 'filled' | 'default' | 'subtle' }

/** For what comes with the first script; everything behind it has Mantine's Button. */
export function PlainButton({ variant = 'filled', ...props }: Props) {
  return <button type="button" className={classes.button} data-variant={variant} {...props} />
}
