import { REWARD_KINDS } from '@chuma/contract/posting-kinds'
import { PAID_TASK_KINDS } from '@chuma/contract/tasks/task-kinds'
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/charts/styles.layer.css'
import type { DailyFigures, OfferFunnel as Funnel, RouteViews } from '@chuma/contract/admin/analytics'
import { formatKes } from '@chuma/contract/format-money'
import { AreaChart, BarChart } from '@mantine/charts'
import { Select, Text } from '@mantine/core'
import { useDebouncedValue, useIntersection } from '@mantine/hooks'
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatShortBusinessDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { FigurePanel, PeriodPicker, readToday, ShareBars, toPeriod } from '../../ui/figures/figure-panel.tsx'
import type { AnalyticsSearch, Period } from '../../ui/figures/period-search.ts'
import { ErrorState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from './analytics.module.css'

// The legend's colours are swatches.

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

/** The table shows more. */
const SHOWN = 10
const count = new Intl.NumberFormat('en-KE')

/** The most opened pages, by people who agreed to be counted. */
export function PageViews({ period }: { period: Period }) {
  const views = trpc.admin.listPageViews.useQuery(period, {
    retry: false,
    placeholderData: (before) => before,
  })
  return (
    <QueryView query={views} skeleton={<Skeletons count={1} height={380} />}>
      {(routes) => <Routes routes={routes} period={period} />}
    </QueryView>
  )
}

function Routes({ routes, period }: { routes: RouteViews[]; period: Period }) {
  const t = useT()
  const most = routes[0]?.views ?? 1
  return (
    <FigurePanel
      title={t('analytics.pagesTitle')}
      text={t('analytics.pagesText')}
      rowsAre={t('analytics.page')}
      columns={[{ key: 'views', label: t('analytics.pageViews'), format: count.format }]}
      rows={routes.map(({ route, views }) => ({ name: route, values: { views } }))}
      fileName={`pages-${period.from}-${period.to}`}
      controls={routes.length === 0 && <Text c="dimmed">{t('analytics.noPages')}</Text>}
    >
      <ShareBars
        rows={routes.slice(0, SHOWN).map(({ route, views }) => ({
          name: route,
          value: count.format(views),
          share: views / most,
        }))}
      />
    </FigurePanel>
  )
}

/** The daily figures, two side by side where there is room. */
export function DailyCharts(props: FiguresProps) {
  return (
    <>
      <SumChart name="signUps" color="leaf.6" {...props} />
      <SumChart name="activeMembers" color="gold.5" {...props} />
      <EarnedChart {...props} />
      <OwedChart {...props} />
      <SumChart name="paidCount" color="gold.5" {...props} />
      <SumChart name="paidKes" color="leaf.6" format={formatKes} {...props} />
      <SumChart name="pageViews" color="gray.5" {...props} />
    </>
  )
}

type SumProps = FiguresProps & {
  name: 'signUps' | 'activeMembers' | 'pageViews' | 'paidCount' | 'paidKes'
  color: string
  format?: (value: number) => string
}

function SumChart({ name, color, format = count.format, figures, before, period }: SumProps) {
  const t = useT()
  const label = t(`analytics.${name}`)
  const sum = (days: DailyFigures[]) => days.reduce((total, day) => total + day[name], 0)
  return (
    <FigurePanel
      title={t(`analytics.${name}Title`)}
      text={t(`analytics.${name}Text`)}
      total={<Total now={sum(figures)} before={before && sum(before)} format={format} />}
      rowsAre={t('analytics.day')}
      columns={[{ key: name, label, format }]}
      rows={figures.map((day) => ({ name: day.day, values: { [name]: day[name] } }))}
      fileName={`${name}-${period.from}-${period.to}`}
    >
      <DayChart
        shape="bars"
        data={figures.map((day) => ({ day: day.day, [name]: day[name] }))}
        series={[{ name, label, color }]}
        format={format}
      />
    </FigurePanel>
  )
}

/** A state, not a sum: what is owed at the end of the period. */
function OwedChart({ figures, before, period }: FiguresProps) {
  const t = useT()
  const last = (days: DailyFigures[]) => days.at(-1)?.owedKes ?? 0
  return (
    <FigurePanel
      title={t('analytics.owedTitle')}
      text={t('analytics.owedText')}
      total={<Total now={last(figures)} before={before && last(before)} format={formatKes} />}
      rowsAre={t('analytics.day')}
      columns={[
        { key: 'owedPoints', label: t('analytics.owedPoints'), format: count.format },
        { key: 'owedKes', label: t('analytics.owedKes'), format: formatKes },
      ]}
      rows={figures.map(({ day, owedPoints, owedKes }) => ({ name: day, values: { owedPoints, owedKes } }))}
      fileName={`liability-${period.from}-${period.to}`}
    >
      <DayChart
        shape="area"
        data={figures.map(({ day, owedKes }) => ({ day, owedKes }))}
        series={[{ name: 'owedKes', label: t('analytics.owedKes'), color: 'gold.5' }]}
        format={formatKes}
      />
    </FigurePanel>
  )
}

type Earned = DailyFigures['earned']

/** Points by their source. The bars group the sources; the table and the file have each. */
export function EarnedChart({ figures, before, period }: FiguresProps) {
  const t = useT()
  const kinds = EARNED_KINDS.filter((kind) => figures.some(({ earned }) => earned[kind]))
  const groups = EARNED_GROUPS.filter((group) => group.kinds.some((kind) => kinds.includes(kind)))
  const sumOf = (days: DailyFigures[]) => days.reduce((sum, { earned }) => sum + add(earned, EARNED_KINDS), 0)
  return (
    <FigurePanel
      title={t('analytics.earnedTitle')}
      text={t('analytics.earnedText')}
      total={<Total now={sumOf(figures)} before={before && sumOf(before)} format={count.format} />}
      rowsAre={t('analytics.day')}
      columns={[
        ...kinds.map((kind) => ({ key: kind, label: t(`activityKind.${kind}`), format: count.format })),
        { key: 'total', label: t('analytics.total'), format: count.format },
      ]}
      rows={figures.map(({ day, earned }) => ({
        name: day,
        values: { ...earned, total: add(earned, kinds) },
      }))}
      fileName={`points-earned-${period.from}-${period.to}`}
    >
      <DayChart
        shape="stacked"
        data={figures.map(({ day, earned }) => ({
          day,
          ...Object.fromEntries(groups.map(({ name, kinds: parts }) => [name, add(earned, parts)])),
        }))}
        series={groups.map(({ name, color }) => ({ name, label: t(`earnedGroup.${name}`), color }))}
        format={count.format}
      />
    </FigurePanel>
  )
}

const add = (earned: Earned, kinds: readonly (keyof Earned)[]) =>
  kinds.reduce((sum, kind) => sum + (earned[kind] ?? 0), 0)

/** The sources of points in the order of the table; reversals by partners come last. */
export const EARNED_KINDS = [...REWARD_KINDS, 'reversal'] as const
type EarnedKind = (typeof EARNED_KINDS)[number]

/** The stacked bars: few enough for the theme's colours to tell apart. Each source is in one group. */
export const EARNED_GROUPS = [
  { name: 'surveys', color: 'leaf.6', kinds: ['survey'] },
  { name: 'bonus', color: 'gold.4', kinds: ['daily-login', 'profile'] },
  { name: 'games', color: 'leaf.3', kinds: ['spin', 'quiz'] },
  { name: 'tasks', color: 'gold.6', kinds: PAID_TASK_KINDS },
  { name: 'partners', color: 'gray.5', kinds: ['offer', 'claim'] },
  { name: 'invitations', color: 'gold.2', kinds: ['referral'] },
  { name: 'reversals', color: 'red.5', kinds: ['reversal'] },
] as const satisfies readonly { name: string; color: string; kinds: readonly EarnedKind[] }[]

type Series = { name: string; label: string; color: string }
type DayChartProps = {
  /** Bars show what happened on a day, an area shows the state at its end. */
  shape: 'bars' | 'stacked' | 'area'
  data: Record<string, number | string>[]
  series: Series[]
  format: (value: number) => string
}

const HEIGHT = 200
/** Without animation: a chart appears at once. */
const STILL = { isAnimationActive: false }

/** A figure over days. Each row of `data` has a `day`. Drawn when it is scrolled to: seven charts block a phone for seconds. */
export function DayChart(props: DayChartProps) {
  const { ref, entry } = useIntersection({ rootMargin: '50%' })
  const [isSeen, setSeen] = useState(false)
  if (entry?.isIntersecting && !isSeen) setSeen(true)
  return (
    <div ref={ref} style={{ minHeight: HEIGHT }}>
      {isSeen && <DrawnChart {...props} />}
    </div>
  )
}

function DrawnChart({ shape, data, series, format }: DayChartProps) {
  const common = {
    h: HEIGHT,
    data,
    dataKey: 'day',
    series,
    valueFormatter: format,
    withLegend: series.length > 1,
    xAxisProps: {
      tickFormatter: nameDay,
      minTickGap: 4,
      ticks: weeklyTicks(data.map(({ day }) => String(day))),
    },
    yAxisProps: { width: 48, allowDecimals: false, tickFormatter: shorten },
    tooltipAnimationDuration: 0,
    tooltipProps: { labelFormatter: nameDay },
  }
  if (shape === 'area') {
    return (
      <AreaChart
        {...common}
        curveType="linear"
        withDots={false}
        areaProps={STILL}
        areaChartProps={{ accessibilityLayer: false }}
      />
    )
  }
  return (
    <BarChart
      {...common}
      type={shape === 'stacked' ? 'stacked' : 'default'}
      barProps={STILL}
      barChartProps={{ accessibilityLayer: false, stackOffset: 'sign' }}
    />
  )
}

/** The tooltip has no rows until a day is pointed at. */
const nameDay = (day: unknown) => (typeof day === 'string' && day ? formatShortBusinessDay(day) : '')

const compact = new Intl.NumberFormat('en-KE', { notation: 'compact' })

/** With a minus sign, not a hyphen. */
const shorten = (value: number) => compact.format(value).replace('-', '−')

const WEEK = 7

/** The days of a chart's axis that have a tick: one a week, counted back from the last day. */
export function weeklyTicks(days: readonly string[]): string[] {
  const last = days.length - 1
  return days.filter((_day, index) => (last - index) % WEEK === 0 || (days.length <= WEEK && index === 0))
}

const STEPS = ['clicks', 'started', 'completed', 'credited'] as const satisfies readonly (keyof Funnel)[]
const SEARCH_DELAY_MS = 250

type OfferFunnelProps = { period: Period; offerId: string | undefined; onChoose: (id: string | null) => void }

/** How far members got with one survey. */
export function OfferFunnel({ period, offerId, onChoose }: OfferFunnelProps) {
  const t = useT()
  const [words, setWords] = useState('')
  const [search] = useDebouncedValue(words.trim(), SEARCH_DELAY_MS)
  const offers = trpc.admin.listOfferChoices.useQuery(
    { ...(search && { search }), ...(offerId && { chosen: offerId }) },
    { retry: false, placeholderData: (before) => before },
  )
  const funnel = trpc.admin.getOfferFunnel.useQuery(
    { id: offerId ?? '', ...period },
    { enabled: offerId !== undefined, retry: false, placeholderData: (before) => before },
  )
  const steps = offerId ? funnel.data : undefined
  const longest = Math.max(1, ...STEPS.map((step) => steps?.[step] ?? 0))
  return (
    <FigurePanel
      title={t('analytics.funnelTitle')}
      text={t('analytics.funnelText')}
      rowsAre={t('analytics.step')}
      columns={[{ key: 'count', label: t('analytics.count'), format: count.format }]}
      rows={STEPS.map((step) => ({
        name: t(`analytics.funnel.${step}`),
        values: { count: steps?.[step] ?? 0 },
      }))}
      fileName={`funnel-${period.from}-${period.to}`}
      controls={
        <>
          <Select
            label={t('analytics.offer')}
            placeholder={t('analytics.offerPlaceholder')}
            data={(offers.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
            value={offerId ?? null}
            onChange={onChoose}
            // The field holds the chosen title after a choice; do not search for it.
            onSearchChange={(typed) =>
              setWords(offers.data?.some(({ title }) => title === typed) ? '' : typed)
            }
            // The server has already filtered.
            filter={({ options }) => options}
            nothingFoundMessage={t('analytics.noOffer')}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('analytics.clearOffer') }}
            maw="26rem"
          />
          {!offerId && <Text c="dimmed">{t('analytics.pickOffer')}</Text>}
          {offerId && funnel.isError && (
            <ErrorState error={funnel.error} onRetry={() => void funnel.refetch()} />
          )}
          {offerId && funnel.isPending && <Skeletons count={4} height={28} />}
        </>
      }
    >
      {steps && (
        <ShareBars
          rows={STEPS.map((step) => ({
            name: t(`analytics.funnel.${step}`),
            value: count.format(steps[step]),
            share: steps[step] / longest,
          }))}
        />
      )}
    </FigurePanel>
  )
}

type Props = {
  now: number
  /** Of the period before; undefined while it loads. */
  before: number | undefined
  format: (value: number) => string
}

/** A chart's main number, with its change since the period before. */
function Total({ now, before, format }: Props) {
  return (
    <p className={classes.total}>
      <strong>{format(now)}</strong> <Change now={now} before={before} />
    </p>
  )
}

function Change({ now, before }: Omit<Props, 'format'>) {
  const t = useT()
  if (before === undefined) return null
  const percent = changeInPercent(now, before)
  if (percent === null) return <span className={classes.change}>{t('analytics.noComparison')}</span>
  const sign = percent === 0 ? '' : percent > 0 ? '+' : '−'
  const Arrow = percent === 0 ? IconMinus : percent > 0 ? IconArrowUpRight : IconArrowDownRight
  return (
    <span className={classes.change}>
      <Arrow aria-hidden size={18} />
      {t('analytics.change', { percent: `${sign}${Math.abs(percent)}%` })}
    </span>
  )
}

const DAY_MS = 24 * 3600 * 1000
const shift = (day: string, count: number) =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

/** The period of the same length that ends the day before. */
export function periodBefore({ from, to }: Period): Period {
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return { from: shift(from, -length), to: shift(from, -1) }
}

/** The change in percent; null when there is nothing to compare with. */
export function changeInPercent(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 100)
}

type FiguresProps = {
  figures: DailyFigures[]
  /** Of the period before; undefined while it loads. */
  before: DailyFigures[] | undefined
  period: Period
}
