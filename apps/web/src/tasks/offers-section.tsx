import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { OfferCard } from './offer-card.tsx'
import classes from './task-card.module.css'
import { TaskSection } from './task-section.tsx'

/** Affiliate links. Only the partner knows what members do there. */
export function OffersSection() {
  const t = useT()
  const offers = trpc.tasks.listAffiliateLinks.useQuery(undefined, { staleTime: 0 })
  return (
    <TaskSection
      id="offers-title"
      title={t('offers.title')}
      lead={t('offers.lead')}
      query={offers}
      empty={{ title: t('offers.emptyTitle'), text: t('offers.emptyText') }}
      footer={
        <p className={classes.clicks}>
          {t('offers.clicksText')}{' '}
          <Link to="/clicks" className={blocks.link}>
            {t('offers.clicks')}
          </Link>
        </p>
      }
    >
      {(offer) => <OfferCard offer={offer} />}
    </TaskSection>
  )
}
