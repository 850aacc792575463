import { IconBrandFacebook, IconBrandWhatsapp, IconBrandX } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import {
  LanguageSwitch,
  type NavigationLink,
  TopNavigation,
  VisitorAccount,
} from '../../app/navigation/top-navigation.tsx'
import { Shell } from '../../app/shell.tsx'
import { TakenOver } from '../../app/take-over.ts'
import { shownLanguage } from '../../i18n/choose-language.ts'
import { useT } from '../../i18n/use-t.ts'
import { LinkButton } from '../../ui/actions/buttons.tsx'
import { usePageTitle } from '../../ui/page/status-screens.tsx'
import { ActualFigures } from '../actual-figures.tsx'
import { brandName } from '../from-server.ts'
import { landingFigures, monthlyEarnings } from '../marketing.ts'
import landingFooterClasses from './landing-footer.module.css'
import classes from './landing-page.module.css'
import section from './section.module.css'
import {
  ClosedAccountNotice,
  EarningMethods,
  Hero,
  HowItWorks,
  SuccessStories,
  WhyChoose,
} from './sections.tsx'

// Its own chunk, shared with the pages behind the landing page.
const VisitorNotice = lazy(async () => ({
  default: (await import('../../account/consent/visitor-notice.tsx')).VisitorNotice,
}))

const LINKS: NavigationLink[] = [
  { to: '/', label: 'nav.home' },
  { to: '/about', label: 'nav.about' },
  { to: '/contact', label: 'nav.contact' },
]

export function LandingPage() {
  const t = useT()
  usePageTitle(t('landing.title'), t('landing.description'))
  return (
    <Shell
      header={<TopNavigation links={LINKS} account={<VisitorAccount />} />}
      footer={<LandingFooter />}
      notice={
        // If the language changes before this part hydrates, render it again, because the markup is in the other
        // language.
        <Suspense key={shownLanguage()}>
          <VisitorNotice />
        </Suspense>
      }
    >
      <ClosedAccountNotice />
      <Hero />
      <EarningMethods />
      <MarketingFigures />
      <HowItWorks />
      <WhyChoose />
      <SuccessStories />
      <FinalCall />
      <TakenOver />
    </Shell>
  )
}

function FinalCall() {
  const t = useT()
  return (
    <section className={`${section.section} ${section.far} ${classes.call}`} aria-labelledby="final-title">
      <h2 id="final-title" className={section.title}>
        {t('landing.finalTitle')}
      </h2>
      <p>{t('landing.finalText')}</p>
      <p data-figure={monthlyEarnings}>{t('landing.monthly', { earnings: monthlyEarnings })}</p>
      <p>{t('landing.quick')}</p>
      <LinkButton size="lg" to="/signup">
        {t('about.join')}
      </LinkButton>
    </section>
  )
}

function MarketingFigures() {
  const t = useT()
  return (
    <div className={classes.figures}>
      <dl className={classes.strip} aria-label={t('landing.figures')} data-figures>
        {landingFigures.map(({ claim, label }) => (
          <div key={label} className={classes.figure} data-figure={claim}>
            <dt className={classes.label}>{t(label)}</dt>
            <dd className={classes.value}>{claim}</dd>
          </div>
        ))}
      </dl>
      <ActualFigures />
    </div>
  )
}

function LandingFooter() {
  const t = useT()
  return (
    <footer className={landingFooterClasses.band}>
      <div className={landingFooterClasses.footer}>
        <div>
          <p className={landingFooterClasses.brand}>{brandName}</p>
          <p className={landingFooterClasses.text}>{t('landing.footerText')}</p>
          <ShareLinks />
          <LanguageSwitch />
        </div>
        <nav className={landingFooterClasses.columns} aria-label={t('landing.footerNav')}>
          <Column title={t('landing.footerPlatform')}>
            <li>
              <a href="#how-it-works" className={landingFooterClasses.link}>
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
      <h2 className={landingFooterClasses.title}>{title}</h2>
      <ul className={landingFooterClasses.links}>{children}</ul>
    </div>
  )
}

function PageLink({ to, children }: { to: NonNullable<LinkProps['to']>; children: string }) {
  return (
    <li>
      <Link to={to} className={landingFooterClasses.link}>
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
    <ul className={landingFooterClasses.places} aria-label={t('landing.share')}>
      {PLACES.map(({ name, href, Icon }) => (
        <li key={name}>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className={landingFooterClasses.place}
            aria-label={t('landing.shareOn', { place: name })}
          >
            <Icon aria-hidden size={24} stroke={1.75} />
          </a>
        </li>
      ))}
    </ul>
  )
}
