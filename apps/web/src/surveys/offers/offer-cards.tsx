import { Button } from '@mantine/core'
import { IconTargetArrow } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { formatPoints } from '../../ui/figures/amount.tsx'
import { StatCard, StatGrid, StatSkeletons } from '../../ui/figures/stat-card.tsx'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from './offers.module.css'

const count = new Intl.NumberFormat('en-KE')

/** The four figures about all offers (SPEC §2). */
export function OfferCards() {
  const t = useT()
  const summary = trpc.admin.getSurveySummary.useQuery()
  return (
    <QueryView query={summary} skeleton={<StatSkeletons count={4} height={98} />}>
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

const SHOWN = 8

/** A summary of the survey offers, with a link to manage them. */
export function SurveysTab() {
  const t = useT()
  const offers = trpc.admin.listSurveys.useQuery({ sort: 'clicks', status: 'active', limit: SHOWN })
  return (
    <>
      <OfferCards />
      <Section title={t('surveyOffers.mostOpened')} text={t('surveyOffers.mostOpenedText')}>
        <QueryView query={offers} skeleton={<Skeletons count={4} height={56} />}>
          {(rows) =>
            rows.length > 0 ? (
              <ul className={classes.glance} aria-label={t('surveyOffers.mostOpened')}>
                {rows.map(({ id, title, reward, rewardPoints, clickCount, completionRate }) => (
                  <li key={id}>
                    <span className={classes.name}>{title}</span>
                    <span className={classes.quiet}>
                      {t('surveyOffers.glance', {
                        payout: `$${reward.toFixed(2)}`,
                        points: formatPoints(t, rewardPoints),
                        count: clickCount,
                        rate: `${completionRate.toFixed(1)}%`,
                      })}
                    </span>
                  </li>
                ))}
              </ul>
            ) : (
              <EmptyState
                icon={<IconTargetArrow />}
                title={t('surveyOffers.emptyTitle')}
                text={t('surveyOffers.emptyText')}
              />
            )
          }
        </QueryView>
        <Button renderRoot={(props) => <Link to="/admin/surveys" {...props} />}>
          {t('surveyOffers.toManager')}
        </Button>
      </Section>
    </>
  )
}
