import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { FIGURE_NAMES, type Figures, noFigures } from '@chuma/contract/admin/figures'
import { Link } from '@tanstack/react-router'
import type { MessageKey } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import classes from './actual-figures.module.css'

const METHODS = ['surveys', 'videos', 'quiz', 'wheel', 'social', 'ads'] as const

/**
 * What the landing page and /about claim: the operator's words, which the server inserts into every page it sends. A
 * prerendered page has placeholders for them. `[data-figure='']` in `global.css` hides what nobody has claimed.
 */
const figures: Figures = import.meta.env.SSR ? openFigures() : { ...noFigures, ...readFigures() }

type Figure = { claim: string; label: MessageKey & `${'landing' | 'about'}.figure.${string}` }
export const landingFigures: readonly Figure[] = [
  { claim: figures.members, label: 'landing.figure.members' },
  { claim: figures.paidOut, label: 'landing.figure.paidOut' },
  { claim: figures.success, label: 'landing.figure.success' },
  { claim: figures.support, label: 'landing.figure.support' },
]

export const foundedYear = figures.founded
export const aboutFigures: readonly Figure[] = [
  { claim: figures.users, label: 'about.figure.users' },
  { claim: figures.countries, label: 'about.figure.countries' },
  { claim: figures.paidOutWorldwide, label: 'about.figure.paidOut' },
  { claim: figures.rating, label: 'about.figure.rating' },
]

/** The claimed earnings of each method. Actual rewards come from the economy record. */
export const earningMethods = METHODS.map((name) => ({
  name,
  points: figures[`${name}Points`],
  reward: figures[`${name}Reward`],
  isPremium: name !== 'surveys',
}))

export const monthlyEarnings = figures.monthly

type SampleEarning = { label: MessageKey & `landing.sample.${string}`; points: number }
export const sampleEarnings: readonly SampleEarning[] = [
  { label: 'landing.sample.shopping', points: 5 },
  { label: 'landing.sample.transport', points: 6 },
  { label: 'landing.sample.banking', points: 8 },
]

/** The value of sample points: a prerendered page knows no other rate. */
export function sampleKes(points: number): number {
  return points * defaultEconomy.kesPerPoint
}

/** Marks a claimed figure as a sample, where it is one: on the demo. */
export function SampleMark() {
  return <small className={classes.demo}> {useT()('landing.sampleFigure')}</small>
}

type Testimonial = {
  name: string
  town: 'nairobi' | 'kisumu' | 'mombasa'
  location: string
  rating: number
  earnings: string
  text: MessageKey & `landing.story.${string}`
}
export const testimonials: readonly Testimonial[] = [
  {
    name: 'Wanjiku M.',
    town: 'nairobi',
    location: 'Nairobi',
    rating: 5,
    earnings: 'KES 85,000',
    text: 'landing.story.nairobi',
  },
  {
    name: 'Otieno K.',
    town: 'kisumu',
    location: 'Kisumu',
    rating: 5,
    earnings: 'KES 62,000',
    text: 'landing.story.kisumu',
  },
  {
    name: 'Amina H.',
    town: 'mombasa',
    location: 'Mombasa',
    rating: 5,
    earnings: 'KES 118,000',
    text: 'landing.story.mombasa',
  },
]

function openFigures(): Figures {
  const places = FIGURE_NAMES.map((name) => [name, `__FIGURE_${name}__`])
  return { ...noFigures, ...Object.fromEntries(places) }
}

function readFigures(): Partial<Figures> {
  return JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=figures]')?.content || '{}')
}

/** Below claimed figures: that the demo's are samples, and where the ledger's stand. */
export function ActualFigures() {
  const t = useT()
  return (
    <p className={classes.line}>
      <span className={classes.demo}>{t('landing.sampleFigures')} · </span>
      <Link to="/transparency" className={classes.link}>
        {t('landing.actual')}
      </Link>
    </p>
  )
}
