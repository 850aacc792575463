// The legend's colours are swatches.
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/charts/styles.layer.css'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from './analytics.module.css'
import { type AnalyticsSearch, readToday, toPeriod } from './analytics-search.ts'
import { periodBefore } from './compare.ts'
import { DailyCharts } from './daily-charts.tsx'
import { OfferFunnel } from './offer-funnel.tsx'
import { PageViews } from './page-views.tsx'
import { PeriodPicker } from './period-picker.tsx'

/** The business figures for the chosen days. */
export function Figures({ search }: { search: AnalyticsSearch }) {
  const t = useT()
  const navigate = useNavigate({ from: '/admin/analytics' })
  const today = readToday()
  const period = toPeriod(search, today)
  const days = trpc.admin.listDailyFigures.useQuery(period, {
    retry: false,
    placeholderData: (before) => before,
  })
  const before = trpc.admin.listDailyFigures.useQuery(periodBefore(period), { retry: false })
  const show = (next: AnalyticsSearch) => void navigate({ search: next, resetScroll: false })
  return (
    <section className={classes.charts} aria-label={t('analytics.figures')}>
      <PeriodPicker search={search} today={today} onChoose={show} />
      <div className={classes.pairs}>
        <QueryView query={days} skeleton={<Skeletons count={6} height={330} />}>
          {(figures) => <DailyCharts figures={figures} before={before.data} period={period} />}
        </QueryView>
        <PageViews period={period} />
      </div>
      <OfferFunnel
        period={period}
        offerId={search.offer}
        onChoose={(offer) => {
          const { offer: _, ...rest } = search
          show(offer ? { ...rest, offer } : rest)
        }}
      />
    </section>
  )
}
