import { IconArrowLeft } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './back-link.module.css'

type Props = Pick<LinkProps, 'search'> & { to: NonNullable<LinkProps['to']>; children: string }

/** A link one level up. */
export function BackLink({ children, ...target }: Props) {
  return (
    <Link {...target} className={classes.link}>
      <IconArrowLeft aria-hidden size={20} />
      {children}
    </Link>
  )
}
