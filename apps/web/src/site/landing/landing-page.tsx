import {
  IconBrandFacebook,
  IconBrandWhatsapp,
  IconBrandX,
  IconBrandYoutube,
  IconClick,
  IconClipboardList,
  IconCoins,
  IconDeviceMobileDollar,
  IconHelpHexagon,
  IconMessageCheck,
  IconReceipt,
  IconShare,
  IconStarFilled,
  IconWheel,
} from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type FocusEvent, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Shell } from '../../app/shell.tsx'
import { TakenOver } from '../../app/take-over.ts'
import {
  LanguageSwitch,
  type NavigationLink,
  TopNavigation,
  VisitorAccount,
} from '../../app/top-navigation.tsx'
import coin from '../../art/coin.svg'
import hills from '../../art/hills.svg'
import kisumu from '../../art/kisumu.svg'
import mombasa from '../../art/mombasa.svg'
import nairobi from '../../art/nairobi.svg'
import { shownLanguage } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { LinkButton } from '../../ui/actions/buttons.tsx'
import { Amount } from '../../ui/figures/amount.tsx'
import { useHeadingFocus, usePageTitle } from '../../ui/page/status-screens.tsx'
import { brandName } from '../from-server.ts'
import {
  ActualFigures,
  earningMethods,
  landingFigures,
  monthlyEarnings,
  SampleMark,
  sampleEarnings,
  sampleKes,
  testimonials,
} from '../marketing.tsx'
import { ClosedAccountNotice } from './closed-account-notice.tsx'
import landingFooterClasses from './landing-footer.module.css'
import classes from './landing-page.module.css'
import section from './section.module.css'
import sectionsClasses from './sections.module.css'

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
      header={<TopNavigation links={LINKS} language={<LanguageSwitch />} account={<VisitorAccount />} />}
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
      <p data-figure={monthlyEarnings}>
        {t('landing.monthly', { earnings: monthlyEarnings })}
        <SampleMark />
      </p>
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
            <dd className={classes.value}>
              {claim}
              <SampleMark />
            </dd>
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
        </div>
        <nav className={landingFooterClasses.columns} aria-label={t('landing.footerNav')}>
          <Column title={t('landing.footerPlatform')}>
            <li>
              <a href="#how-it-works" className={landingFooterClasses.link}>
                {t('landing.how')}
              </a>
            </li>
            <PageLink to="/signup">{t('word.signUp')}</PageLink>
            <PageLink to="/login">{t('word.login')}</PageLink>
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

const TOWNS = { nairobi, kisumu, mombasa }

/** Three stories in rotation. Stops on hover, on focus and for reduced motion. */
function SuccessStories() {
  const t = useT()
  const { index, choose, rest } = useCarousel(testimonials.length)
  return (
    <section
      className={`${section.section} ${section.far}`}
      aria-labelledby="stories-title"
      aria-roledescription={t('landing.carousel')}
      data-stories
      {...rest}
    >
      <h2 id="stories-title" className={section.title}>
        {t('landing.storiesTitle')}
      </h2>
      <div className={sectionsClasses.stage}>
        {testimonials.map(({ name, town, location, rating, earnings, text }, place) => (
          <figure
            key={name}
            className={sectionsClasses.story}
            aria-hidden={place !== index}
            data-shown={place === index}
          >
            <img
              src={TOWNS[town]}
              alt=""
              width={240}
              height={180}
              loading="lazy"
              className={sectionsClasses.town}
            />
            <div
              className={sectionsClasses.stars}
              role="img"
              aria-label={t('landing.storyRating', { rating })}
            >
              {Array.from({ length: rating }, (_, star) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: stars have no identity and never move
                <IconStarFilled key={star} aria-hidden size={20} />
              ))}
            </div>
            <blockquote className={sectionsClasses.successStoriesText}>{t(text)}</blockquote>
            <figcaption className={sectionsClasses.who}>
              <span className={sectionsClasses.avatar} aria-hidden>
                {name.charAt(0)}
              </span>
              <span>
                <strong>{name}</strong>
                <br />
                {location}
              </span>
              <span className={sectionsClasses.earnings}>
                {t('landing.storyEarned', { earnings })}
                <SampleMark />
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
      <div className={sectionsClasses.dots}>
        {testimonials.map(({ name }, place) => (
          <button
            key={name}
            type="button"
            className={sectionsClasses.dot}
            data-dot
            aria-label={t('landing.storyOf', { name })}
            aria-current={place === index}
            onClick={() => choose(place)}
          />
        ))}
      </div>
    </section>
  )
}

const SHOWN_MS = 5000

/** The current slide. Advances on its own, except on hover, on focus and for reduced motion. */
function useCarousel(count: number) {
  const [index, setIndex] = useState(0)
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isStill = isPointedAt || isFocused

  useEffect(() => {
    if (isStill || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setTimeout(() => setIndex((index + 1) % count), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [index, isStill, count])

  const rest = {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocused(currentTarget.contains(relatedTarget)),
  }
  return { index, choose: setIndex, rest }
}

function Hero() {
  const t = useT()
  const heading = useHeadingFocus()
  return (
    <div className={sectionsClasses.band}>
      <div className={sectionsClasses.hero}>
        <div>
          <h1 ref={heading} className={sectionsClasses.heroTitle} tabIndex={-1}>
            {t('landing.heroTitle')}
          </h1>
          <p className={sectionsClasses.heroText}>{t('landing.heroText')}</p>
          <div className={sectionsClasses.actions}>
            <LinkButton size="lg" className={sectionsClasses.start} to="/signup">
              {t('landing.start')}
            </LinkButton>
            <a className={sectionsClasses.how} href="#how-it-works">
              {t('landing.how')}
            </a>
          </div>
          <p className={sectionsClasses.promise}>{t('landing.promise')}</p>
        </div>
        <div className={sectionsClasses.sample}>
          <img src={coin} alt="" width={160} height={160} className={sectionsClasses.coin} />
          <SampleEarningsCard />
        </div>
      </div>
      <img src={hills} alt="" width={1440} height={300} className={sectionsClasses.hills} />
    </div>
  )
}

/** An example of a good day, labelled as one. */
function SampleEarningsCard() {
  const t = useT()
  const total = sampleEarnings.reduce((sum, { points }) => sum + points, 0)
  return (
    <section className={sectionsClasses.sampleEarningsCardCard} aria-labelledby="sample-earnings">
      <div className={sectionsClasses.header}>
        <h2 id="sample-earnings" className={sectionsClasses.sampleEarningsCardTitle}>
          {t('landing.sampleTitle')}
        </h2>
        <span className={sectionsClasses.sampleEarningsCardTag}>{t('landing.sampleTag')}</span>
      </div>
      <ul className={sectionsClasses.list}>
        {sampleEarnings.map(({ label, points }) => (
          <li key={label} className={sectionsClasses.row}>
            <span>{t(label)}</span>
            <Amount points={points} kes={sampleKes(points)} signed />
          </li>
        ))}
      </ul>
      <div className={sectionsClasses.total}>
        <span>{t('landing.sampleTotal')}</span>
        <Amount points={total} kes={sampleKes(total)} size="lg" />
      </div>
    </section>
  )
}

const ICONS = {
  surveys: IconClipboardList,
  videos: IconBrandYoutube,
  quiz: IconHelpHexagon,
  wheel: IconWheel,
  social: IconShare,
  ads: IconClick,
}

/** The ways to earn, and which of them need premium. */
function EarningMethods() {
  const t = useT()
  return (
    <section className={section.section} aria-labelledby="methods-title">
      <h2 id="methods-title" className={section.title}>
        {t('landing.methodsTitle')}
      </h2>
      <ul className={`${section.cards} ${sectionsClasses.threes}`}>
        {earningMethods.map(({ name, points, reward, isPremium }) => {
          const Icon = ICONS[name]
          return (
            <li key={name} className={sectionsClasses.card}>
              <div className={sectionsClasses.head}>
                <Icon aria-hidden size={28} stroke={1.75} className={sectionsClasses.icon} />
                <span className={sectionsClasses.tag} data-premium={isPremium}>
                  {t(isPremium ? 'landing.premium' : 'landing.free')}
                </span>
              </div>
              <h3>{t(`landing.method.${name}.title`)}</h3>
              <strong className={sectionsClasses.points} data-figure={points}>
                {t('landing.points', { points })}
              </strong>
              <span className={sectionsClasses.reward} data-figure={reward}>
                {t(`landing.method.${name}.reward`, { reward })}
                <SampleMark />
              </span>
              <p className={sectionsClasses.text}>{t(`landing.method.${name}.text`)}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const REASONS = [
  { name: 'clear', Icon: IconReceipt },
  { name: 'mpesa', Icon: IconDeviceMobileDollar },
  { name: 'free', Icon: IconCoins },
  { name: 'fair', Icon: IconMessageCheck },
] as const

function WhyChoose() {
  const t = useT()
  return (
    <div className={sectionsClasses.whyChooseBand}>
      <section className={`${section.section} ${section.far}`} aria-labelledby="why-title">
        <h2 id="why-title" className={section.title}>
          {t('landing.whyTitle', { brand: brandName })}
        </h2>
        <ul className={section.cards}>
          {REASONS.map(({ name, Icon }) => (
            <li key={name} className={sectionsClasses.whyChooseCard}>
              <Icon aria-hidden size={28} stroke={1.75} className={sectionsClasses.whyChooseIcon} />
              <h3>{t(`landing.why.${name}.title`)}</h3>
              <p>{t(`landing.why.${name}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

const STEPS = ['join', 'earn', 'paid'] as const

function HowItWorks() {
  const t = useT()
  return (
    <section id="how-it-works" className={section.section} aria-labelledby="how-it-works-title">
      <h2 id="how-it-works-title" className={section.title}>
        {t('landing.stepsTitle')}
      </h2>
      <ol className={section.cards}>
        {STEPS.map((step, index) => (
          <li key={step} className={sectionsClasses.step}>
            <span className={sectionsClasses.number} aria-hidden>
              {index + 1}
            </span>
            <h3>{t(`landing.step.${step}.title`)}</h3>
            <p>{t(`landing.step.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
