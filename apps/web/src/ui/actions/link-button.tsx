import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './light-button.module.css'

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
