import type { PartnerOverview } from '@chuma/contract/partners/partners'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import classes from '../admin/list.module.css'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { CopyButton } from '../ui/actions/copy-button.tsx'
import blocks from '../ui/blocks.module.css'
import { BackLink } from '../ui/page/back-link.tsx'
import { Section } from '../ui/page/section.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { Notice } from '../ui/states/notice.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { EventsSection } from './events/events-section.tsx'
import { PartnerForm } from './partner-form.tsx'
import { PartnerSwitch } from './partner-switch.tsx'
import { PartnerState } from './partners-section.tsx'
import { ReviewsSection } from './reviews/reviews-section.tsx'

type Props = { id: string; mayManage: boolean; isEdited: boolean }

/** One partner: their callback URLs, their settings and their events. */
export function PartnerView({ id, mayManage, isEdited }: Props) {
  const t = useT()
  const query = trpc.partners.listPartners.useQuery()
  return (
    <>
      <BackLink to="/admin/partners">{t('partners.back')}</BackLink>
      <QueryView query={query} skeleton={<Skeletons count={2} height={180} />}>
        {(partners) => {
          const partner = partners.find((each) => each.id === id)
          if (!partner) return <EmptyState title={t('partners.none')} text={t('partners.noneText')} />
          if (isEdited) return <EditPartner partner={partner} />
          return (
            <>
              {partner.recent.events > 0 && partner.recent.rejected === partner.recent.events && (
                <Notice title={t('partners.noneAcceptedTitle')}>
                  {t('partners.noneAccepted', { count: partner.recent.events })}
                </Notice>
              )}
              <Addresses partner={partner} mayManage={mayManage} />
              <ReviewsSection partnerId={id} />
              <EventsSection title={t('partnerEvents.title')} partnerId={id} />
            </>
          )
        }}
      </QueryView>
    </>
  )
}

function EditPartner({ partner }: { partner: PartnerOverview }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <Section title={t('partners.editTitle', { name: partner.name })}>
      <PartnerForm
        partner={partner}
        onSaved={({ id }) => void navigate({ to: '/admin/partners', search: { partner: id } })}
      />
    </Section>
  )
}

function Addresses({ partner, mayManage }: { partner: PartnerOverview; mayManage: boolean }) {
  const t = useT()
  const presets = trpc.partners.listPresets.useQuery()
  const preset = presets.data?.find(({ id }) => id === partner.preset)
  const { id, name, isActive, isSecretLost } = partner
  return (
    <Section title={name} {...(!isSecretLost && { text: t('partners.addressesText') })}>
      {isSecretLost && <Notice title={t('partners.lostTitle')}>{t('partners.lost')}</Notice>}
      <PartnerState isActive={isActive} />
      {mayManage && (
        <div className={classes.bar}>
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to="/admin/partners" search={{ partner: id, form: 'edit' }} {...props} />
            )}
          >
            {t('partners.edit')}
          </Button>
          <PartnerSwitch partner={partner} />
        </div>
      )}
      {!isSecretLost && <AddressList partner={partner} />}
      {preset && (
        <>
          <p className={blocks.quiet}>{t('partners.wall', { placeholder: '{click}' })}</p>
          <code className={classes.raw}>{preset.clickUrl}</code>
          {[preset.coverageNote, ...preset.notes].map((note) => (
            <p key={note} className={blocks.quiet}>
              {note}
            </p>
          ))}
        </>
      )}
    </Section>
  )
}

function AddressList({ partner: { postbackUrl, callUrls } }: { partner: PartnerOverview }) {
  const t = useT()
  const urls = callUrls.length > 0 ? callUrls : [{ purpose: t('partners.address'), url: postbackUrl }]
  return (
    <ul className={blocks.list} aria-label={t('partners.addresses')}>
      {urls.map(({ purpose, url }) => (
        <li key={purpose} className={classes.row}>
          <p className={blocks.quiet}>{purpose}</p>
          <code className={classes.raw}>{url}</code>
          <div>
            <CopyButton text={url} label={t('partners.copy')} />
          </div>
        </li>
      ))}
    </ul>
  )
}
