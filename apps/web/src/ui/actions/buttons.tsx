import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import classes from './buttons.module.css'

type Props = Pick<LinkProps, 'to' | 'search' | 'children'> & {
  variant?: 'filled' | 'default' | 'subtle'
  size?: 'md' | 'lg'
  className?: string | undefined
}

/** A link that looks like a button, for pages that load without Mantine. */
export function LinkButton({ variant = 'filled', size = 'md', className = '', ...link }: Props) {
  return (
    <Link {...link} className={`${classes.button} ${className}`} data-variant={variant} data-size={size} />
  )
}

type PlainButtonProps = ComponentProps<'button'> & { variant?: 'filled' | 'default' | 'subtle' }

/** For pages that load without Mantine; all others use Mantine's Button. */
export function PlainButton({ variant = 'filled', ...props }: PlainButtonProps) {
  return <button type="button" className={classes.button} data-variant={variant} {...props} />
}
