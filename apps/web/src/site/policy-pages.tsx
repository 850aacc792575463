import { TERMS_IN_FORCE } from '@chuma/contract/account/account-rules'
import { Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDay } from '../i18n/format-date.ts'
import type { MessageKey } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import { ContactList } from '../inbox/templates-section.tsx'
import blocks from '../ui/blocks.module.css'
import { Page, Panel } from '../ui/page/page.tsx'
import { brandName } from './from-server.ts'
import classes from './policy-pages.module.css'

export function PrivacyPage() {
  const t = useT()
  return (
    <Page title={t('privacy.title')} description={t('privacy.description')} lead={t('privacy.updated')}>
      <div className={classes.layout}>
        <Contents />
        <div className={classes.policy}>
          <InShort />
          {sections.map((section) => (
            <PolicySection key={section.id} {...section} />
          ))}
          <PolicyText
            id="contact"
            title={t('privacy.reach')}
            text={t('privacy.reach.text', { brand: brandName })}
          >
            <Panel className={classes.reach ?? ''}>
              <ContactList />
              <Link to="/contact" className={classes.link}>
                {t('privacy.form')}
              </Link>
            </Panel>
          </PolicyText>
        </div>
      </div>
    </Page>
  )
}

/** Next to the text on a wide screen. A phone hides it, where it would only add scrolling. */
function Contents() {
  const t = useT()
  const entries = [
    ...sections.map(({ id, title }) => ({ id, label: t(title) })),
    { id: 'contact', label: t('privacy.reach') },
  ]
  return (
    <nav className={classes.contents} aria-labelledby="contents-title">
      <h2 id="contents-title" className={classes.title}>
        {t('privacy.contents')}
      </h2>
      <ol className={classes.entries}>
        {entries.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} className={classes.entry}>
              {label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const POINTS = ['names', 'pay', 'sell', 'cookies', 'leave'] as const

/** A summary of the policy. */
function InShort() {
  const t = useT()
  return (
    <Panel aria-labelledby="short-title">
      <Title order={2} size="h3" id="short-title" mb="sm">
        {t('privacy.shortTitle')}
      </Title>
      <ul className={classes.points}>
        {POINTS.map((point) => (
          <li key={point} className={classes.point}>
            <IconCheck aria-hidden size={20} className={classes.icon} />
            {t(`privacy.short.${point}`)}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** In the page's order; how to reach us follows. */
const SECTIONS = [
  'join',
  'account',
  'points',
  'payouts',
  'premium',
  'fair',
  'leave',
  'liability',
  'changes',
] as const

export function TermsPage() {
  const t = useT()
  const { version, from } = TERMS_IN_FORCE
  return (
    <Page
      title={t('terms.title')}
      description={t('terms.description')}
      lead={t('terms.version', { version, day: formatDay(from) })}
    >
      <div className={classes.policy}>
        {SECTIONS.map((name) => (
          <PolicyText key={name} id={name} title={t(`terms.${name}`)} text={t(`terms.${name}.text`)} />
        ))}
        <PolicyText id="contact" title={t('terms.reach')} text={t('terms.reach.text')}>
          <Panel className={classes.reach ?? ''}>
            <ContactList />
          </Panel>
        </PolicyText>
      </div>
    </Page>
  )
}

/** One section of the policy. */
function PolicySection({ id, title, points }: Section) {
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

function PolicyText({ id, title, text, children }: Props) {
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
const sections = [
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
