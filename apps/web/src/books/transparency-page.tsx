import { formatDateTime } from '../i18n/format-date.ts'
import { useT } from '../i18n/use-t.ts'
import { nameOpenPlaces } from '../site/open-places.ts'
import { trpc } from '../trpc.ts'
import { Page } from '../ui/page/page.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { FigureCards } from './figure-cards.tsx'
import { wordFigures } from './word-figures.ts'

/** The public page: what was paid out, how fast, and what waits. */
export function TransparencyPage() {
  const t = useT()
  return (
    <Page
      title={t('transparency.title')}
      description={t('transparency.description')}
      lead={t('transparency.lead')}
    >
      {import.meta.env.SSR ? <FigureCards words={nameOpenPlaces('figures')} /> : <LoadedFigures />}
    </Page>
  )
}

function LoadedFigures() {
  const t = useT()
  const query = trpc.wallet.getTransparency.useQuery(undefined, { staleTime: 0 })
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={180} />}>
      {(figures) => <FigureCards words={wordFigures(figures, { t, formatTime: formatDateTime })} />}
    </QueryView>
  )
}
