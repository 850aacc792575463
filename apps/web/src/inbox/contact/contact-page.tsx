import { Title } from '@mantine/core'
import { useCurrentUser } from '../../auth/sessions/use-current-user.ts'
import { useT } from '../../i18n/use-t.ts'
import { support } from '../../site/support.ts'
import { Page } from '../../ui/page/page.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { useIsHydrated } from '../../ui/page/use-is-hydrated.ts'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { ContactForm } from './contact-form.tsx'
import classes from './contact-page.module.css'
import { Faq } from './faq.tsx'
import { SidePanels } from './side-panels.tsx'

export function ContactPage() {
  const t = useT()
  return (
    <Page title={t('contact.title')} description={t('contact.description')} lead={t('contact.lead')}>
      <Faq />
      <div className={classes.layout}>
        <Panel aria-labelledby="form-title">
          <Title order={2} id="form-title" mb="md">
            {t('contact.formTitle')}
          </Title>
          <SendersForm />
          {import.meta.env.SSR && (
            <p className={classes.withoutScript}>{t('contact.withoutScript', { email: support.email })}</p>
          )}
        </Panel>
        <SidePanels />
      </div>
    </Page>
  )
}

/** Fills in the member's name and email address. */
function SendersForm() {
  const current = useCurrentUser()
  const isHydrated = useIsHydrated()
  // A static page is a visitor's, and its form works without the application.
  if (import.meta.env.SSR) return <ContactForm sender={{ name: '', email: '' }} />
  if (!isHydrated || current.status === 'loading') return <Skeletons count={1} height={540} />
  if (current.status !== 'member') return <ContactForm sender={{ name: '', email: '' }} />
  const { firstName, lastName, email } = current.user
  return <ContactForm sender={{ name: `${firstName} ${lastName}`.trim(), email }} />
}
