import type { FigureWords } from '../books/word-figures.ts'
import type { ContactWords } from '../inbox/contact/word-contact.ts'

/* The static pages' open places: the server writes its answers there, in the words of `word-page.ts`. */
const NAMES = {
  figures: [
    'paidLately',
    'membersPaid',
    'paidEver',
    'timesText',
    'median',
    'p95',
    'isTimed',
    'underOneDay',
    'oneToThreeDays',
    'threeToSevenDays',
    'overSevenDays',
    'computed',
  ],
  contact: ['value', 'minimum', 'hours', 'localHours'],
} as const satisfies { figures: (keyof FigureWords)[]; contact: (keyof ContactWords)[] }

type Group = keyof typeof NAMES
type Places<Name extends Group> = Record<(typeof NAMES)[Name][number], string>

/** The marks of a group's places, for the build to render. */
export function nameOpenPlaces<Name extends Group>(group: Name): Places<Name> {
  return Object.fromEntries(NAMES[group].map((name) => [name, nameOpenPlace(group, name)])) as Places<Name>
}

/** `__FIGURES_PAID_EVER__` */
export function nameOpenPlace(group: Group, name: string): string {
  return `__${group}_${name.replaceAll(/[A-Z]/g, '_$&')}__`.toUpperCase()
}

/** Public pages that come finished from the build: for visitors they run `islands`, not the application. */
export const STATIC_PAGES = ['/', '/about', '/contact', '/privacy', '/terms', '/transparency'] as const
