import { Button } from '@mantine/core'
import { useT } from '../../i18n/use-t.ts'
import classes from './proofs.module.css'

type Props = {
  mayDecide: boolean
  isPending: boolean
  isFirst: boolean
  isLast: boolean
  onApprove: () => void
  onReject: () => void
  onGo: (steps: 1 | -1) => void
}

/** The same actions as the keys, for mouse and touch. */
export function QueueActions({ mayDecide, isPending, isFirst, isLast, onApprove, onReject, onGo }: Props) {
  const t = useT()
  return (
    <div className={classes.actions}>
      {mayDecide ? (
        <>
          {/* The next proof appears at once: the second half of a double click would approve it unseen. */}
          <Button loading={isPending} onClick={({ detail }) => detail < 2 && onApprove()}>
            {t('proofQueue.approve')}
          </Button>
          <Button variant="default" disabled={isPending} onClick={onReject}>
            {t('proofQueue.reject')}
          </Button>
        </>
      ) : (
        <p className={classes.quiet}>{t('proofQueue.notYours')}</p>
      )}
      <span className={classes.turn}>
        <Button variant="subtle" disabled={isFirst} onClick={() => onGo(-1)}>
          {t('proofQueue.previous')}
        </Button>
        <Button variant="subtle" disabled={isLast} onClick={() => onGo(1)}>
          {t('proofQueue.next')}
        </Button>
      </span>
    </div>
  )
}
