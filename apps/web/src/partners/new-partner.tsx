import { useNavigate } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { BackLink } from '../ui/page/back-link.tsx'
import { Section } from '../ui/page/section.tsx'
import { PartnerForm } from './partner-form.tsx'

export function NewPartner() {
  const t = useT()
  const navigate = useNavigate()
  return (
    <>
      <BackLink to="/admin/partners">{t('partners.back')}</BackLink>
      <Section title={t('partners.add')}>
        <PartnerForm
          partner={null}
          onSaved={({ id }) => void navigate({ to: '/admin/partners', search: { partner: id } })}
        />
      </Section>
    </>
  )
}
