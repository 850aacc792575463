import { Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { brandName } from '../../../brand.ts'
import { useT } from '../../../i18n/use-t.ts'
import classes from './landing-footer.module.css'

export function LandingFooter() {
  const t = useT()
  return (
    <footer className={classes.band}>
      <div className={classes.footer}>
        <div>
          <Text fw={800} fz="lg">
            {brandName}
          </Text>
          <Text c="dimmed">{t('landing.footerText')}</Text>
        </div>
        <nav className={classes.columns} aria-label={t('landing.footerNav')}>
          <Column title={t('landing.footerPlatform')}>
            <li>
              <a href="#how-it-works" className={classes.link}>
                {t('landing.how')}
              </a>
            </li>
            <PageLink to="/signup">{t('nav.signup')}</PageLink>
            <PageLink to="/login">{t('nav.login')}</PageLink>
          </Column>
          <Column title={t('landing.footerCompany')}>
            <PageLink to="/about">{t('nav.about')}</PageLink>
            <PageLink to="/contact">{t('nav.contact')}</PageLink>
            <PageLink to="/transparency">{t('transparency.title')}</PageLink>
          </Column>
          <Column title={t('landing.footerLegal')}>
            <PageLink to="/privacy">{t('privacy.title')}</PageLink>
          </Column>
        </nav>
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Text component="h2" fw={600} fz="md">
        {title}
      </Text>
      <ul className={classes.links}>{children}</ul>
    </div>
  )
}

function PageLink({ to, children }: { to: NonNullable<LinkProps['to']>; children: string }) {
  return (
    <li>
      <Link to={to} className={classes.link}>
        {children}
      </Link>
    </li>
  )
}
