import type { WordPage } from '@chuma/contract/page-routes'
import { setupI18n } from '@lingui/core'
import { wordFigures, wordMissingFigures } from '../books/word-figures.ts'
import { formatMoment } from '../i18n/format-moment.ts'
import type { Translate } from '../i18n/i18n.ts'
import { contact as contactEn, transparency as transparencyEn } from '../i18n/messages/en/contact.ts'
import { entry as entryEn } from '../i18n/messages/en/entry.ts'
import { contact as contactSw, transparency as transparencySw } from '../i18n/messages/sw/contact.ts'
import { entry as entrySw } from '../i18n/messages/sw/entry.ts'
import { wordHours, wordRates } from '../inbox/contact/word-contact.ts'
import { nameOpenPlace } from './open-places.ts'

const i18n = setupI18n({
  messages: {
    en: { ...entryEn, ...contactEn, ...transparencyEn },
    sw: { ...entrySw, ...contactSw, ...transparencySw },
  },
})
const t: Translate = (key, ...values) => i18n._(key, values[0])

/** The words of a page's open places, by their marks. Static pages only: of what the server has read for each. */
export const wordPages: Record<string, WordPage> = {
  '/contact': ({ economy, hours }, language) => {
    i18n.activate(language)
    return mark('contact', { ...wordRates(economy, t), ...wordHours(hours, t) })
  },
  '/transparency': ({ economy, figures }, language) => {
    i18n.activate(language)
    if (figures === null || economy === null) return mark('figures', wordMissingFigures(t))
    const formatTime = (moment: string | Date) => formatMoment(moment, `${language}-KE`, economy.timeZone)
    return mark('figures', wordFigures(figures, { t, formatTime }))
  },
}

function mark<Words extends object>(group: Parameters<typeof nameOpenPlace>[0], words: Words) {
  return Object.fromEntries(Object.entries(words).map(([name, text]) => [nameOpenPlace(group, name), text]))
}
