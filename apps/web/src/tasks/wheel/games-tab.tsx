import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { GameSwitch } from '../game-switch.tsx'
import { SpinList } from './spin-list.tsx'
import { WheelFigures } from './wheel-figures.tsx'
import { WheelTable } from './wheel-table.tsx'

/** SPEC §2, admin dashboard: the spin wheel. */
export function GamesTab() {
  const t = useT()
  const query = trpc.admin.getGames.useQuery(undefined, { staleTime: 0 })
  return (
    <>
      <Section title={t('gamesTab.wheel')} text={t('gamesTab.wheelText')}>
        <QueryView query={query} skeleton={<Skeletons count={3} height={110} />}>
          {(games) => (
            <>
              <GameSwitch game="wheel" games={games} />
              <WheelFigures games={games} />
              <WheelTable games={games} />
            </>
          )}
        </QueryView>
      </Section>
      <SpinList kesPerPoint={query.data?.kesPerPoint} />
    </>
  )
}
