import { useNavigate } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { AdminFrame } from '../ui/frame/admin-frame.tsx'
import { BackLink } from '../ui/page/back-link.tsx'
import { Section } from '../ui/page/section.tsx'
import { EventSection, EventsSection } from './events/event-section.tsx'
import { PartnerForm } from './partner-form.tsx'
import { PartnersSection, PartnerView } from './partner-view.tsx'

export type PartnerPlace = { partner?: string; event?: string; form?: 'new' | 'edit' }

/** The partners, what they sent, and the results. */
export function PartnersPage({ partner, event, form }: PartnerPlace) {
  const t = useT()
  return (
    <AdminFrame title={t('partners.title')}>
      {({ permissions }) => {
        const mayManage = permissions.includes('partners:manage')
        if (event) {
          return <EventSection key={event} id={event} mayDecide={permissions.includes('claims:decide')} />
        }
        if (form === 'new' && mayManage) return <NewPartner />
        if (partner) {
          return (
            <PartnerView
              key={partner}
              id={partner}
              mayManage={mayManage}
              isEdited={form === 'edit' && mayManage}
            />
          )
        }
        return (
          <>
            <PartnersSection mayManage={mayManage} />
            <EventsSection title={t('partnerEvents.all')} />
          </>
        )
      }}
    </AdminFrame>
  )
}

function NewPartner() {
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
