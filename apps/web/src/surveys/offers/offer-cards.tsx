import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { StatCard, StatGrid } from '../../ui/figures/stat-card.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'

const count = new Intl.NumberFormat('en-KE')

/** The four figures about all offers (SPEC §2). */
export function OfferCards() {
  const t = useT()
  const summary = trpc.admin.getSurveySummary.useQuery()
  return (
    <QueryView query={summary} skeleton={<Skeletons count={4} height={98} layout="grid" />}>
      {({ totalOffers, activeOffers, totalClicks, averageCompletion }) => (
        <StatGrid label={t('surveyOffers.figures')}>
          <StatCard label={t('surveyOffers.totalOffers')}>{count.format(totalOffers)}</StatCard>
          <StatCard label={t('surveyOffers.activeOffers')}>{count.format(activeOffers)}</StatCard>
          <StatCard label={t('surveyOffers.totalClicks')}>{count.format(totalClicks)}</StatCard>
          <StatCard label={t('surveyOffers.averageCompletion')}>
            {totalOffers === 0 ? 0 : `${averageCompletion.toFixed(1)}%`}
          </StatCard>
        </StatGrid>
      )}
    </QueryView>
  )
}
