import type { RouteViews } from '@chuma/contract/admin/analytics'
import { Text } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import type { Period } from './analytics-search.ts'
import { FigurePanel } from './figure-panel.tsx'
import { ShareBars } from './share-bars.tsx'

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
