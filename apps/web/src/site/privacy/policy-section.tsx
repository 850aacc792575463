import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { MessageKey } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import classes from './privacy-page.module.css'

/** One section of the policy. */
export function PolicySection({ id, title, points }: Section) {
  const t = useT()
  return (
    <PolicyText id={id} title={t(title)} text={t(`${title}.text`)}>
      {points.length > 0 && (
        <ul className={classes.bullets}>
          {points.map((point) => (
            <li key={point}>
              <strong>{t(point)}.</strong> {t(`${point}.text`)}
            </li>
          ))}
        </ul>
      )}
    </PolicyText>
  )
}

type Props = { id: string; title: string; text: string; children?: ReactNode }

export function PolicyText({ id, title, text, children }: Props) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <Title order={2} id={`${id}-title`} mb="xs">
        {title}
      </Title>
      <p className={blocks.flush}>{text}</p>
      {children}
    </section>
  )
}

type Key = Extract<MessageKey, `privacy.${string}`>
/** The name of a term that `….text` explains. */
type Named = { [K in Key]: `${K}.text` extends Key ? K : never }[Key]

type Section = (typeof sections)[number]

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
