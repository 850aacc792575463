import type { MessageKey } from '../../i18n/i18n.ts'

type Key = Extract<MessageKey, `privacy.${string}`>
/** The name of a term that `….text` explains. */
type Named = { [K in Key]: `${K}.text` extends Key ? K : never }[Key]

export type Section = (typeof sections)[number]

/** The policy's sections in order; contact details follow below. */
export const sections = [
  {
    id: 'information-we-collect',
    title: 'privacy.collect',
    points: [
      'privacy.account',
      'privacy.surveys',
      'privacy.money',
      'privacy.support',
      'privacy.use',
      'privacy.newsletters',
    ],
  },
  {
    id: 'how-we-use-it',
    title: 'privacy.purpose',
    points: ['privacy.run', 'privacy.pay', 'privacy.match', 'privacy.fraud', 'privacy.law', 'privacy.usage'],
  },
  {
    id: 'sharing',
    title: 'privacy.sharing',
    points: [
      'privacy.researchers',
      'privacy.providers',
      'privacy.services',
      'privacy.authorities',
      'privacy.transfer',
    ],
  },
  {
    id: 'security',
    title: 'privacy.security',
    points: ['privacy.encryption', 'privacy.audits', 'privacy.access', 'privacy.training', 'privacy.centres'],
  },
  {
    id: 'your-rights',
    title: 'privacy.rights',
    points: [
      'privacy.see',
      'privacy.correct',
      'privacy.port',
      'privacy.optOut',
      'privacy.erase',
      'privacy.leave',
      'privacy.complain',
    ],
  },
  { id: 'cookies', title: 'privacy.cookies', points: [] },
  { id: 'international-transfers', title: 'privacy.abroad', points: [] },
  { id: 'under-18s', title: 'privacy.minors', points: [] },
  { id: 'changes', title: 'privacy.changes', points: [] },
] as const satisfies readonly { id: string; title: Named; points: readonly Named[] }[]
