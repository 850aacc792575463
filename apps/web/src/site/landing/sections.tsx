import {
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
import { Link, useLocation } from '@tanstack/react-router'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import coin from '../../art/coin.svg'
import hills from '../../art/hills.svg'
import kisumu from '../../art/kisumu.svg'
import mombasa from '../../art/mombasa.svg'
import nairobi from '../../art/nairobi.svg'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { LinkButton } from '../../ui/actions/buttons.tsx'
import blocks from '../../ui/blocks.module.css'
import { Amount } from '../../ui/figures/amount.tsx'
import { useHeadingFocus } from '../../ui/page/status-screens.tsx'
import { brandName } from '../from-server.ts'
import { earningMethods, sampleEarnings, testimonials } from '../marketing.ts'
import section from './section.module.css'
import classes from './sections.module.css'

const TOWNS = { nairobi, kisumu, mombasa }

/** Three stories in rotation. Stops on hover, on focus and for reduced motion. */
export function SuccessStories() {
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
      <div className={classes.stage}>
        {testimonials.map(({ name, town, location, rating, earnings, text }, place) => (
          <figure
            key={name}
            className={classes.story}
            aria-hidden={place !== index}
            data-shown={place === index}
          >
            <img src={TOWNS[town]} alt="" width={240} height={180} loading="lazy" className={classes.town} />
            <div className={classes.stars} role="img" aria-label={t('landing.storyRating', { rating })}>
              {Array.from({ length: rating }, (_, star) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: stars have no identity and never move
                <IconStarFilled key={star} aria-hidden size={20} />
              ))}
            </div>
            <blockquote className={classes.successStoriesText}>{t(text)}</blockquote>
            <figcaption className={classes.who}>
              <span className={classes.avatar} aria-hidden>
                {name.charAt(0)}
              </span>
              <span>
                <strong>{name}</strong>
                <br />
                {location}
              </span>
              <span className={classes.earnings}>{t('landing.storyEarned', { earnings })}</span>
            </figcaption>
          </figure>
        ))}
      </div>
      <div className={classes.dots}>
        {testimonials.map(({ name }, place) => (
          <button
            key={name}
            type="button"
            className={classes.dot}
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

/** This site's address, which the server inserts into prerendered pages. */
export function Hero() {
  const t = useT()
  const heading = useHeadingFocus()
  return (
    <div className={classes.band}>
      <div className={classes.hero}>
        <div>
          <h1 ref={heading} className={classes.heroTitle} tabIndex={-1}>
            {t('landing.heroTitle')}
          </h1>
          <p className={classes.heroText}>{t('landing.heroText')}</p>
          <div className={classes.actions}>
            <LinkButton size="lg" className={classes.start} to="/signup">
              {t('landing.start')}
            </LinkButton>
            <a className={classes.how} href="#how-it-works">
              {t('landing.how')}
            </a>
          </div>
          <p className={classes.promise}>{t('landing.promise')}</p>
        </div>
        <div className={classes.sample}>
          <img src={coin} alt="" width={160} height={160} className={classes.coin} />
          <SampleEarningsCard />
        </div>
      </div>
      <img src={hills} alt="" width={1440} height={300} className={classes.hills} />
    </div>
  )
}

/** An example of a good day, labelled as one. */
function SampleEarningsCard() {
  const t = useT()
  const sum = (pick: (earning: (typeof sampleEarnings)[number]) => number) =>
    sampleEarnings.reduce((total, earning) => total + pick(earning), 0)
  return (
    <section className={classes.sampleEarningsCardCard} aria-labelledby="sample-earnings">
      <div className={classes.header}>
        <h2 id="sample-earnings" className={classes.sampleEarningsCardTitle}>
          {t('landing.sampleTitle')}
        </h2>
        <span className={classes.sampleEarningsCardTag}>{t('landing.sampleTag')}</span>
      </div>
      <ul className={classes.list}>
        {sampleEarnings.map(({ label, points, kes }) => (
          <li key={label} className={classes.row}>
            <span>{t(label)}</span>
            <Amount points={points} kes={kes} signed />
          </li>
        ))}
      </ul>
      <div className={classes.total}>
        <span>{t('landing.sampleTotal')}</span>
        <Amount points={sum((earning) => earning.points)} kes={sum((earning) => earning.kes)} size="lg" />
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
export function EarningMethods() {
  const t = useT()
  return (
    <section className={section.section} aria-labelledby="methods-title">
      <h2 id="methods-title" className={section.title}>
        {t('landing.methodsTitle')}
      </h2>
      <ul className={`${section.cards} ${classes.threes}`}>
        {earningMethods.map(({ name, points, reward, isPremium }) => {
          const Icon = ICONS[name]
          return (
            <li key={name} className={classes.card}>
              <div className={classes.head}>
                <Icon aria-hidden size={28} stroke={1.75} className={classes.icon} />
                <span className={classes.tag} data-premium={isPremium}>
                  {t(isPremium ? 'landing.premium' : 'landing.free')}
                </span>
              </div>
              <h3>{t(`landing.method.${name}.title`)}</h3>
              <strong className={classes.points} data-figure={points}>
                {t('landing.points', { points })}
              </strong>
              <span className={classes.reward} data-figure={reward}>
                {t(`landing.method.${name}.reward`, { reward })}
              </span>
              <p className={classes.text}>{t(`landing.method.${name}.text`)}</p>
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

export function WhyChoose() {
  const t = useT()
  return (
    <div className={classes.whyChooseBand}>
      <section className={`${section.section} ${section.far}`} aria-labelledby="why-title">
        <h2 id="why-title" className={section.title}>
          {t('landing.whyTitle', { brand: brandName })}
        </h2>
        <ul className={section.cards}>
          {REASONS.map(({ name, Icon }) => (
            <li key={name} className={classes.whyChooseCard}>
              <Icon aria-hidden size={28} stroke={1.75} className={classes.whyChooseIcon} />
              <h3>{t(`landing.why.${name}.title`)}</h3>
              <p>{t(`landing.why.${name}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** Shown after a member requests deletion: until when they can keep the account, and how. */
export function ClosedAccountNotice() {
  const { deletionDueAt } = useLocation().state
  return deletionDueAt === undefined ? null : <Notice dueAt={new Date(deletionDueAt)} />
}

function Notice({ dueAt }: { dueAt: Date }) {
  const t = useT()
  const notice = useRef<HTMLElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <section ref={notice} className={classes.notice} tabIndex={-1} aria-labelledby="closed-account">
      <div className={classes.words}>
        <h2 className={classes.title} id="closed-account">
          {t('deletion.doneTitle')}
        </h2>
        <p className={blocks.flush}>{t('deletion.done', { day: formatDay(dueAt) })}</p>
      </div>
      <Link to="/login" className={classes.link}>
        {t('deletion.login')}
      </Link>
    </section>
  )
}

const STEPS = ['join', 'earn', 'paid'] as const

export function HowItWorks() {
  const t = useT()
  return (
    <section id="how-it-works" className={section.section} aria-labelledby="how-it-works-title">
      <h2 id="how-it-works-title" className={section.title}>
        {t('landing.stepsTitle')}
      </h2>
      <ol className={section.cards}>
        {STEPS.map((step, index) => (
          <li key={step} className={classes.step}>
            <span className={classes.number} aria-hidden>
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
