import { formatKes } from '@chuma/contract/format-money'
import type { WalletTerms } from '@chuma/contract/wallet/wallet'
import type { Translate } from '../../i18n/i18n.ts'

type Rates = Pick<WalletTerms, 'kesPerPoint' | 'minWithdrawalPoints'>

/** What the contact page says of the operator's settings. */
export type ContactWords = RateWords & HourWords
export type RateWords = { value: string; minimum: string }
export type HourWords = { hours: readonly string[]; localHours: readonly string[] }

/** The numbers come from the wallet's terms, so that no answer promises something else. */
export function wordRates(rates: Rates | null, t: Translate): RateWords {
  if (rates === null) return { value: t('state.failedText'), minimum: t('state.failedText') }
  const { kesPerPoint, minWithdrawalPoints: points } = rates
  return {
    value: t('faq.value.text', { kesPerPoint: formatKes(kesPerPoint) }),
    minimum: t('faq.withdraw.text', { points, kes: formatKes(points * kesPerPoint) }),
  }
}

export function wordHours(hours: readonly string[], t: Translate): HourWords {
  const local = hours.map(inEastAfricaTime).filter((line) => line !== null)
  return {
    hours,
    localHours: local.map(({ text, isNextDay }) =>
      isNextDay ? t('contact.nextDay', { hours: text }) : text,
    ),
  }
}

/** Hours ahead of UTC of the zones that operators write their support hours in. */
const ZONES: Record<string, number> = {
  PST: -8,
  PDT: -7,
  MST: -7,
  CST: -6,
  EST: -5,
  EDT: -4,
  UTC: 0,
  GMT: 0,
  BST: 1,
  CET: 1,
  CEST: 2,
  SAST: 2,
}
const EAST_AFRICA = 3
const HALF_DAY = 12

const SPAN = /(\d{1,2}):(\d{2}) (AM|PM) - (\d{1,2}):(\d{2}) (AM|PM) ([A-Z]{3,4})$/

type LocalHours = { text: string; isNextDay: boolean }

/**
 * Convert support hours such as `Mon-Fri 9:00 AM - 6:00 PM PST` to East Africa Time. Null for any other form, and for
 * hours that are in that zone already.
 */
export function inEastAfricaTime(line: string): LocalHours | null {
  const [found, fromHour, fromMinute, fromHalf, toHour, toMinute, toHalf, zone = ''] = SPAN.exec(line) ?? []
  const offset = ZONES[zone]
  if (found === undefined || offset === undefined) return null
  const ahead = EAST_AFRICA - offset
  const from = hourOfDay(fromHour, fromHalf) + ahead
  const to = hourOfDay(toHour, toHalf) + ahead
  const days = line.slice(0, -found.length)
  return {
    text: `${days}${write(from, fromMinute)} - ${write(to, toMinute)} EAT`,
    isNextDay: to >= 2 * HALF_DAY && from < 2 * HALF_DAY,
  }
}

function hourOfDay(hour: string | undefined, half: string | undefined): number {
  return (Number(hour) % HALF_DAY) + (half === 'PM' ? HALF_DAY : 0)
}

function write(hour: number, minute: string | undefined): string {
  const inDay = hour % (2 * HALF_DAY)
  return `${inDay % HALF_DAY || HALF_DAY}:${minute} ${inDay < HALF_DAY ? 'AM' : 'PM'}`
}
