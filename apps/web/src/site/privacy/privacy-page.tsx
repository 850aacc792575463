import { Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { ContactList } from '../../inbox/templates-section.tsx'
import { Page, Panel } from '../../ui/page/page.tsx'
import { brandName } from '../from-server.ts'
import { PolicySection, PolicyText, sections } from './policy-section.tsx'
import classes from './privacy-page.module.css'

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

/** Beside the text on a wide screen; hidden on a phone, where it would only add scrolling. */
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
