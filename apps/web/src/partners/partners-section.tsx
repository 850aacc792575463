import { type PartnerOverview, RECENT_DAYS, RECENT_EVENTS } from '@chuma/contract/partners/partners'
import { Button } from '@mantine/core'
import { IconCheck, IconPower } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from '../admin/list.module.css'
import type { Translate } from '../i18n/i18n.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { StatusBadge } from '../ui/figures/status-badge.tsx'
import { Section } from '../ui/page/section.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'

export function PartnersSection({ mayManage }: { mayManage: boolean }) {
  const t = useT()
  const query = trpc.partners.listPartners.useQuery()
  return (
    <Section title={t('partners.title')} text={t('partners.text', { days: RECENT_DAYS })}>
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

export function PartnerState({ isActive }: { isActive: boolean }) {
  const t = useT()
  return isActive ? (
    <StatusBadge tone="good" icon={<IconCheck size={16} />}>
      {t('partners.active')}
    </StatusBadge>
  ) : (
    <StatusBadge tone="quiet" icon={<IconPower size={16} />}>
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
