import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { ContactList } from '../../inbox/contact/contact-list.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { brandName } from '../brand.ts'
import { Contents } from './contents.tsx'
import { InShort } from './in-short.tsx'
import { PolicySection, PolicyText } from './policy-section.tsx'
import classes from './privacy-page.module.css'
import { sections } from './sections.ts'

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
