import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import noHistory from '../../art/no-history.svg'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { TimeZoneNote } from '../../ui/figures/time-zone-note.tsx'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { ClickItem } from './click-item.tsx'

/** The member's clicks on offers and their results. */
export function ClicksPage() {
  const t = useT()
  // Partners can report at any time.
  const clicks = trpc.partners.listClicks.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true })
  return (
    <Page
      title={t('clicks.title')}
      lead={t('clicks.lead')}
      aside={
        <BackLink to="/dashboard" search={{ tab: 'wallet' }}>
          {t('activity.back')}
        </BackLink>
      }
    >
      <Panel aria-label={t('clicks.list')}>
        <TimeZoneNote />
        <QueryView query={clicks} skeleton={<Skeletons count={4} height={120} />}>
          {(list) =>
            list.length === 0 ? (
              <NoClicks />
            ) : (
              <ul className={blocks.list} aria-label={t('clicks.list')}>
                {list.map((click) => (
                  <ClickItem key={click.id} click={click} />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Panel>
    </Page>
  )
}

function NoClicks() {
  const t = useT()
  return (
    <EmptyState
      art={noHistory}
      title={t('clicks.emptyTitle')}
      text={t('clicks.emptyText')}
      action={
        <Button
          renderRoot={(props) => <Link to="/dashboard" search={{ tab: 'earn' }} hash="ways" {...props} />}
        >
          {t('clicks.toOffers')}
        </Button>
      }
    />
  )
}
