import { IconBrandFacebook, IconBrandWhatsapp, IconBrandX } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LanguageSwitch } from '../../app/navigation/top-navigation.tsx'
import { useT } from '../../i18n/use-t.ts'
import { brandName } from '../brand.ts'
import classes from './landing-footer.module.css'

export function LandingFooter() {
  const t = useT()
  return (
    <footer className={classes.band}>
      <div className={classes.footer}>
        <div>
          <p className={classes.brand}>{brandName}</p>
          <p className={classes.text}>{t('landing.footerText')}</p>
          <ShareLinks />
          <LanguageSwitch />
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
            <PageLink to="/transparency">{t('nav.transparency')}</PageLink>
          </Column>
          <Column title={t('landing.footerLegal')}>
            <PageLink to="/terms">{t('nav.terms')}</PageLink>
            <PageLink to="/privacy">{t('nav.privacy')}</PageLink>
          </Column>
        </nav>
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className={classes.title}>{title}</h2>
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

/** This site's address, which the server inserts into prerendered pages. */
const siteAddress = import.meta.env.SSR ? '__PUBLIC_URL__/' : `${location.origin}/`

const PLACES = [
  { name: 'WhatsApp', href: `https://wa.me/?text=${siteAddress}`, Icon: IconBrandWhatsapp },
  {
    name: 'Facebook',
    href: `https://www.facebook.com/sharer/sharer.php?u=${siteAddress}`,
    Icon: IconBrandFacebook,
  },
  { name: 'X', href: `https://x.com/intent/post?url=${siteAddress}`, Icon: IconBrandX },
]

/** The footer's social icons: links to share this site. */
function ShareLinks() {
  const t = useT()
  return (
    <ul className={classes.places} aria-label={t('landing.share')}>
      {PLACES.map(({ name, href, Icon }) => (
        <li key={name}>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className={classes.place}
            aria-label={t('landing.shareOn', { place: name })}
          >
            <Icon aria-hidden size={24} stroke={1.75} />
          </a>
        </li>
      ))}
    </ul>
  )
}
