import { IconChartDonut } from '@tabler/icons-react'
import { PageTurner } from '../../admin/page-turner.tsx'
import { usePages } from '../../admin/use-pages.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Amount } from '../../ui/figures/amount.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { Section } from '../../ui/page/section.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from '../games.module.css'

const PAGE_SIZE = 20

/** The spins and their wins, newest first. */
export function SpinList({ kesPerPoint }: { kesPerPoint: number | undefined }) {
  const t = useT()
  const pages = usePages(PAGE_SIZE)
  const query = trpc.admin.listSpins.useQuery(pages.input, {
    staleTime: 0,
    placeholderData: (before) => before,
  })
  return (
    <Section title={t('gamesTab.recent')}>
      <QueryView query={query} skeleton={<Skeletons count={5} height={44} />}>
        {(spins) =>
          spins.length === 0 ? (
            <EmptyState
              icon={<IconChartDonut />}
              title={t('gamesTab.noSpins')}
              text={t('gamesTab.noSpinsText')}
            />
          ) : (
            <>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
              <section className={classes.scroll} aria-label={t('gamesTab.recent')} tabIndex={0}>
                <table className={classes.table}>
                  <thead>
                    <tr>
                      <th scope="col">{t('gamesTab.member')}</th>
                      <th scope="col">{t('gamesTab.points')}</th>
                      <th scope="col">{t('gamesTab.when')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {spins.map(({ id, userName, points, spunAt }) => (
                      <tr key={id}>
                        <td>{userName}</td>
                        <td>
                          <Amount points={points} kes={points * (kesPerPoint ?? 0)} size="sm" />
                        </td>
                        <td>
                          <TimeAgo date={spunAt} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
              <PageTurner pages={pages} rows={spins} />
            </>
          )
        }
      </QueryView>
    </Section>
  )
}
