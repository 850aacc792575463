import {
  type Partner,
  type PartnerOverview,
  RECENT_DAYS,
  RECENT_EVENTS,
} from '@chuma/contract/partners/partners'
import { Button } from '@mantine/core'
import { IconCheck, IconPower } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { isUnproven } from '../auth/session.ts'
import type { Translate } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import { CopyButton } from '../ui/actions/copy-button.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import blocks from '../ui/blocks.module.css'
import { ConfirmDialog, useAsked } from '../ui/dialogs/dialog.tsx'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { AdminFrame } from '../ui/frame/admin-frame.tsx'
import { BackLink } from '../ui/page/back-link.tsx'
import { Section } from '../ui/page/section.tsx'
import classes from '../ui/states/list.module.css'
import { EmptyState, Notice, QueryView, Skeletons } from '../ui/states/states.tsx'
import { ReviewsSection } from './credit-reviews-page.tsx'
import { EventSection, EventsSection } from './events/event-section.tsx'
import { PartnerForm } from './partner-form.tsx'

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

type Props = { id: string; mayManage: boolean; isEdited: boolean }

/** One partner: their callback URLs, their settings and their events. */
function PartnerView({ id, mayManage, isEdited }: Props) {
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

/** Stops accepting a partner's events, after a confirmation, or accepts them again. */
function PartnerSwitch({ partner: { id, name, scheme, isActive, version } }: { partner: Partner }) {
  const t = useT()
  const utils = trpc.useUtils()
  const { isOpen, ask, close } = useAsked<true>()
  const save = useAction(trpc.partners.updatePartner, {
    done: (saved) => ({
      title: t(saved.isActive ? 'partners.switchedOn' : 'partners.switchedOff'),
      message: saved.name,
    }),
    // Also after a refusal: someone else changed it first, so this screen is out of date.
    onEnd: (error) => {
      // Someone who did not confirm who they are can do so from the same dialog.
      if (!isUnproven(error)) close()
      return utils.partners.listPartners.invalidate()
    },
  })
  const turn = () => save.run({ id, name, scheme, version, isActive: !isActive })
  return (
    <>
      <Button
        variant="default"
        loading={!isActive && save.isPending}
        onClick={() => (isActive ? ask(true) : turn())}
      >
        {t(isActive ? 'partners.switchOff' : 'partners.switchOn')}
      </Button>
      <ConfirmDialog
        title={t('partners.switchOffTitle', { name })}
        text={t('partners.switchOffText')}
        action={t('partners.switchOff')}
        opened={isOpen}
        isPending={save.isPending}
        onConfirm={turn}
        onClose={close}
      />
    </>
  )
}

function PartnersSection({ mayManage }: { mayManage: boolean }) {
  const t = useT()
  const query = trpc.partners.listPartners.useQuery()
  return (
    <Section text={t('partners.text', { days: RECENT_DAYS })}>
      {mayManage && (
        <Button renderRoot={(props) => <Link to="/admin/partners" search={{ form: 'new' }} {...props} />}>
          {t('partners.add')}
        </Button>
      )}
      <QueryView query={query} skeleton={<Skeletons count={3} height={88} />}>
        {(partners) =>
          partners.length > 0 ? (
            <ul className={blocks.list} aria-label={t('partners.title')}>
              {partners.map((partner) => (
                <li key={partner.id} className={classes.row}>
                  <div className={classes.head}>
                    <Link to="/admin/partners" search={{ partner: partner.id }} className={blocks.link}>
                      {partner.name}
                    </Link>
                    <PartnerState isActive={partner.isActive} />
                  </div>
                  <p className={blocks.quiet}>{describeRecent(partner, t)}</p>
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState title={t('partners.none')} text={t('partners.noneText')} />
          )
        }
      </QueryView>
    </Section>
  )
}

function PartnerState({ isActive }: { isActive: boolean }) {
  const t = useT()
  return isActive ? (
    <StatusBadge tone="good" Icon={IconCheck}>
      {t('partners.active')}
    </StatusBadge>
  ) : (
    <StatusBadge tone="quiet" Icon={IconPower}>
      {t('partners.off')}
    </StatusBadge>
  )
}

function describeRecent({ recent: { events, rejected, unmatched } }: PartnerOverview, t: Translate): string {
  const count =
    events < RECENT_EVENTS
      ? t('partners.events', { count: events })
      : t('partners.eventsMany', { count: RECENT_EVENTS })
  if (events === 0) return count
  const percent = Math.round((rejected / events) * 100)
  const parts = [count, t('partners.rejected', { percent })]
  return [...parts, ...(unmatched > 0 ? [t('partners.unmatched', { count: unmatched })] : [])].join(' · ')
}
