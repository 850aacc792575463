import { Link } from '@tanstack/react-router'
import { brandName } from '../../../brand.ts'
import { ContactList } from '../../../contact/contact-list.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { Page } from '../../../ui/page.tsx'
import { Panel } from '../../../ui/panel.tsx'
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
