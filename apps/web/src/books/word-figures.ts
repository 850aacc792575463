import type { Transparency } from '@chuma/contract/books/tax'
import { formatKes } from '@chuma/contract/format-money'
import type { Translate } from '../i18n/i18n.ts'

/** The public figures as they are shown. */
export type FigureWords = {
  paidLately: string
  membersPaid: string
  paidEver: string
  timesText: string
  median: string
  p95: string
  /** `false` where two words stand in for the times. */
  isTimed: string
  underOneDay: string
  oneToThreeDays: string
  threeToSevenDays: string
  overSevenDays: string
  computed: string
}

/** As the API sends them, or as the server holds them. */
type Figures = Omit<Transparency, 'computedAt'> & { computedAt: string | Date }
type Say = { t: Translate; formatTime: (moment: string | Date) => string }

export function wordFigures(figures: Figures, { t, formatTime }: Say): FigureWords {
  const { medianSeconds, p95Seconds, timedCount: count, openByAge } = figures
  const isTimed = medianSeconds !== null
  const say = (seconds: number | null) =>
    seconds === null ? t('transparency.notEnough') : formatWait(t, seconds)
  return {
    paidLately: formatKes(figures.paidKesLast30Days),
    membersPaid: formatCount(figures.membersPaid),
    paidEver: formatKes(figures.paidKes),
    timesText: t(isTimed ? 'transparency.timesText' : 'transparency.timesTooFew', { count }),
    median: say(medianSeconds),
    p95: say(p95Seconds),
    isTimed: String(isTimed),
    underOneDay: formatCount(openByAge.underOneDay),
    oneToThreeDays: formatCount(openByAge.oneToThreeDays),
    threeToSevenDays: formatCount(openByAge.threeToSevenDays),
    overSevenDays: formatCount(openByAge.overSevenDays),
    computed: t('transparency.computed', { time: formatTime(figures.computedAt) }),
  }
}

/** Where the figures could not be read: a dash each, and a sentence that says so. */
export function wordMissingFigures(t: Translate): FigureWords {
  const unknown = '–'
  return {
    paidLately: unknown,
    membersPaid: unknown,
    paidEver: unknown,
    timesText: '',
    median: unknown,
    p95: unknown,
    isTimed: 'true',
    underOneDay: unknown,
    oneToThreeDays: unknown,
    threeToSevenDays: unknown,
    overSevenDays: unknown,
    computed: t('transparency.unknown'),
  }
}

function formatCount(count: number): string {
  return count.toLocaleString('en')
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Format a wait in the unit people would use, rounded up: 61 seconds are 2 minutes. */
export function formatWait(t: Translate, seconds: number): string {
  if (seconds < MINUTE) return t('transparency.lessThanMinute')
  if (seconds <= 90 * MINUTE) return t('transparency.minutes', { count: Math.ceil(seconds / MINUTE) })
  if (seconds <= 2 * DAY) return t('transparency.hours', { count: Math.ceil(seconds / HOUR) })
  return t('transparency.days', { count: Math.ceil(seconds / DAY) })
}
