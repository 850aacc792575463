import { TERMS_IN_FORCE } from '@chuma/contract/account/terms'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { ContactList } from '../../inbox/templates-section.tsx'
import { Page, Panel } from '../../ui/page/page.tsx'
import { PolicyText } from '../privacy/policy-section.tsx'
import classes from '../privacy/privacy-page.module.css'

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
