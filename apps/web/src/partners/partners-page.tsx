import { useNavigate } from '@tanstack/react-router'
import { AdminFrame } from '../admin/frame/admin-frame.tsx'
import { useT } from '../i18n/use-t.ts'
import { BackLink } from '../ui/page/back-link.tsx'
import { Section } from '../ui/page/section.tsx'
import { EventSection } from './events/event-section.tsx'
import { EventsSection } from './events/events-section.tsx'
import { PartnerForm } from './partner-form.tsx'
import type { PartnerPlace } from './partner-place.ts'
import { PartnerView } from './partner-view.tsx'
import { PartnersSection } from './partners-section.tsx'
import { ReviewSection } from './reviews/review-section.tsx'
import { ReviewsSection } from './reviews/reviews-section.tsx'

/** The partners, what they sent, and the results. */
export function PartnersPage({ partner, event, review, form }: PartnerPlace) {
  const t = useT()
  return (
    <AdminFrame title={t('partners.title')} needs="partners:read">
      {({ permissions }) => {
        const mayManage = permissions.includes('partners:manage')
        if (event) {
          return <EventSection key={event} id={event} mayDecide={permissions.includes('claims:decide')} />
        }
        if (review) {
          return <ReviewSection key={review} id={review} mayDecide={permissions.includes('claims:decide')} />
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
            <ReviewsSection />
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
