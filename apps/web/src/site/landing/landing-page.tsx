import { lazy, Suspense } from 'react'
import { type NavigationLink, TopNavigation } from '../../app/navigation/top-navigation.tsx'
import { VisitorAccount } from '../../app/navigation/visitor-account.tsx'
import { Shell } from '../../app/shell.tsx'
import { TakenOver } from '../../app/taken-over.tsx'
import { shownLanguage } from '../../i18n/choose-language.ts'
import { useT } from '../../i18n/use-t.ts'
import { usePageTitle } from '../../ui/page/use-page-title.ts'
import { ClosedAccountNotice } from './closed-account-notice.tsx'
import { EarningMethods } from './earning-methods.tsx'
import { FinalCall } from './final-call.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { LandingFooter } from './landing-footer.tsx'
import { MarketingFigures } from './marketing-figures.tsx'
import { SuccessStories } from './success-stories.tsx'
import { WhyChoose } from './why-choose.tsx'

// A file of its own, which the pages behind the landing have as well.
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
        // A language chosen before this part is here: then it is drawn anew, as its markup has the words of another.
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
