import { Burger } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { brandName } from '../brand.ts'
import { useT } from '../i18n/use-t.ts'
import classes from './top-navigation.module.css'

type Target = NonNullable<LinkProps['to']>
export type NavigationLink = { to: Target; label: string }

type Props = {
  links: NavigationLink[]
  /** The right end: Login and Sign Up, or the member and Logout. */
  account: ReactNode
}

/** The bar at the top of every page. On a phone or a small tablet everything but the name folds into a menu. */
export function TopNavigation({ links, account }: Props) {
  const t = useT()
  const [isOpen, menu] = useDisclosure(false)
  const { pathname } = useLocation()
  const closeMenu = menu.close

  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving somewhere closes the menu
  useEffect(closeMenu, [pathname, closeMenu])

  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link to="/" className={classes.brand} aria-label={brandName}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          <span>{brandName}</span>
        </Link>
        <Burger
          className={classes.burger}
          opened={isOpen}
          onClick={menu.toggle}
          size="sm"
          aria-expanded={isOpen}
          aria-controls="main-menu"
          aria-label={t(isOpen ? 'nav.close' : 'nav.open')}
        />
        <nav id="main-menu" className={classes.menu} data-open={isOpen} aria-label={t('nav.label')}>
          <ul className={classes.links}>
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  className={classes.link}
                  activeOptions={{ exact: to === '/', includeSearch: false }}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <div className={classes.account}>{account}</div>
        </nav>
      </div>
    </header>
  )
}
