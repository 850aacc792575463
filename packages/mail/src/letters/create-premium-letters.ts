import { formatKes } from '@chuma/contract/format-money'
import type { Recipient, WriteLetter } from '../create-letter-writer.ts'
import type { Words } from '../words.ts'

type Options = { words: Words; write: WriteLetter; publicUrl: string; productName: string }
type News = Recipient & { premiumUntil: Date; timeZone: string }

export function createPremiumLetters({
  words: { translate, locale },
  write,
  publicUrl,
  productName,
}: Options) {
  const nameDay = (day: Date, timeZone: string) =>
    day.toLocaleDateString(locale, { dateStyle: 'long', timeZone })

  return {
    sendPremiumStarted: ({ premiumUntil, timeZone, ...mail }: News) => {
      const day = nameDay(premiumUntil, timeZone)
      return write(mail, {
        subject: translate('premiumStarted.subject', { productName, day }),
        before: [translate('premiumStarted.what', { day })],
        action: { label: translate('premiumStarted.action'), url: `${publicUrl}/dashboard` },
        after: [translate('premiumStarted.noRenewal')],
      })
    },

    sendPremiumEnding: ({ premiumUntil, timeZone, kesPerMonth, ...mail }: News & { kesPerMonth: number }) => {
      const day = nameDay(premiumUntil, timeZone)
      return write(mail, {
        subject: translate('premiumEnding.subject', { productName, day }),
        before: [translate('premiumEnding.what', { day }), translate('premiumEnding.points')],
        action: { label: translate('premiumEnding.action'), url: `${publicUrl}/settings?tab=account` },
        after: [translate('premiumEnding.price', { amount: formatKes(kesPerMonth) })],
      })
    },
  }
}
