import type { Wheel } from '@chuma/contract/tasks/games'
import { Button, Title, VisuallyHidden } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import { UpgradeButton } from '../../premium/upgrade-button.tsx'
import { trpc } from '../../trpc.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { useDescribePoints } from '../../wallet/use-describe-points.ts'
import { SpinOutcome } from './spin-outcome.tsx'
import classes from './spin-wheel.module.css'
import { useSpin } from './use-spin.ts'
import { WheelFace } from './wheel-face.tsx'
import { WheelOdds } from './wheel-odds.tsx'

export function SpinWheel({ isPremium }: { isPremium: boolean }) {
  const t = useT()
  const wheel = trpc.tasks.getWheel.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true })
  return (
    <Panel aria-labelledby="wheel-title" className={classes.panel}>
      <div>
        <Title order={2} id="wheel-title">
          {t('wheel.title')}
        </Title>
        <p className={classes.lead}>{t('wheel.lead')}</p>
      </div>
      <QueryView query={wheel} skeleton={<Skeletons count={1} height={400} />}>
        {(loaded) => (
          // Remount each day, so that yesterday's win is not shown.
          <TodaysWheel key={loaded.opensAgainAt} wheel={loaded} isPremium={isPremium} />
        )}
      </QueryView>
    </Panel>
  )
}

function TodaysWheel({ wheel, isPremium }: { wheel: Wheel; isPremium: boolean }) {
  const { spin, angle, isPending, isTurning, result } = useSpin(wheel)
  const pointsWon = isTurning ? null : (result?.pointsWon ?? wheel.pointsWon)
  return (
    <>
      <div className={classes.beside}>
        <WheelFace segments={wheel.segments} angle={angle} isTurning={isTurning} />
        <WheelOdds wheel={wheel} />
      </div>
      <Announcement pointsWon={result?.pointsWon} />
      {pointsWon !== null ? (
        <SpinOutcome pointsWon={pointsWon} opensAgainAt={wheel.opensAgainAt} isFresh={result !== undefined} />
      ) : wheel.canSpin || isTurning ? (
        <SpinButton spin={spin} isBusy={isPending || isTurning} />
      ) : (
        <NoSpin wheel={wheel} isPremium={isPremium} />
      )}
    </>
  )
}

/** A text version of the wheel for people who cannot see it. */
function Announcement({ pointsWon }: { pointsWon: number | undefined }) {
  const t = useT()
  const describePoints = useDescribePoints()
  const amount = describePoints(pointsWon ?? 0)
  const text = pointsWon === 0 ? t('wheel.announceNothing') : t('wheel.announceWon', { amount })
  return <VisuallyHidden role="status">{pointsWon !== undefined && text}</VisuallyHidden>
}

function SpinButton({ spin, isBusy }: { spin: () => void; isBusy: boolean }) {
  const t = useT()
  return (
    // Not `disabled`, which would drop the focus during the turn.
    <Button fullWidth aria-disabled={isBusy} mod={{ disabled: isBusy }} onClick={() => !isBusy && spin()}>
      {t(isBusy ? 'wheel.turning' : 'wheel.spin')}
    </Button>
  )
}

function NoSpin({ wheel, isPremium }: { wheel: Wheel; isPremium: boolean }) {
  const t = useT()
  const describePoints = useDescribePoints()
  const amount = describePoints(Math.max(0, ...wheel.segments))
  return (
    <div className={classes.words}>
      <Title order={3}>{t(isPremium ? 'wheel.closedTitle' : 'wheel.lockedTitle')}</Title>
      <p>{isPremium ? t('wheel.closedText') : t('wheel.lockedText', { amount })}</p>
      {!isPremium && <UpgradeButton />}
    </div>
  )
}
