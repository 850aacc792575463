import { lazy, Suspense } from 'react'
import { type NavigationLink, TopNavigation, VisitorAccount } from '../../app/navigation/top-navigation.tsx'
import { Shell } from '../../app/shell.tsx'
import { TakenOver } from '../../app/taken-over.tsx'
import { shownLanguage } from '../../i18n/choose-language.ts'
import { useT } from '../../i18n/use-t.ts'
import { LinkButton } from '../../ui/actions/buttons.tsx'
import { usePageTitle } from '../../ui/page/status-screens.tsx'
import { ActualFigures } from '../actual-figures.tsx'
import { landingFigures, monthlyEarnings } from '../marketing.ts'
import { LandingFooter } from './landing-footer.tsx'
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
        {t('landing.finalAction')}
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
