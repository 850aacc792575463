import type { ComponentProps } from 'react'
import classes from './light-button.module.css'

type Props = ComponentProps<'button'> & { variant?: 'filled' | 'default' | 'subtle' }

/** For pages that load without Mantine; all others use Mantine's Button. */
export function PlainButton({ variant = 'filled', ...props }: Props) {
  return <button type="button" className={classes.button} data-variant={variant} {...props} />
}
