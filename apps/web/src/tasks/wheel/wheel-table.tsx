import type { AdminGames } from '@chuma/contract/tasks/admin-games'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { useT } from '../../i18n/use-t.ts'
import { formatPoints } from '../../ui/figures/format-points.ts'
import classes from '../games.module.css'
import { inHundredths } from '../in-hundredths.ts'
import { WheelDialog } from './wheel-dialog.tsx'

/** The wheel's segments with their odds. Owners can edit them. */
export function WheelTable({ games }: { games: AdminGames }) {
  const t = useT()
  const mayChange = useMay('economy:manage')
  const [isEditing, editing] = useDisclosure(false)
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <caption>{t('gamesTab.table')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('gamesTab.points')}</th>
              <th scope="col">{t('gamesTab.weight')}</th>
              <th scope="col">{t('gamesTab.chance')}</th>
            </tr>
          </thead>
          <tbody>
            {games.wheel.segments.map(({ points, weight, chancePercent }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its position on the wheel
              <tr key={index}>
                <td>{formatPoints(t, points)}</td>
                <td>{weight}</td>
                <td>{t('gamesTab.percent', { percent: inHundredths(chancePercent) })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mayChange && (
        <Button variant="default" onClick={editing.open}>
          {t('gamesTab.editTable')}
        </Button>
      )}
      {isEditing && <WheelDialog games={games} onClose={editing.close} />}
    </>
  )
}
