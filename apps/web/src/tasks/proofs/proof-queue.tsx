import type { AdminProof } from '@chuma/contract/tasks/tasks'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import nothingToReview from '../../art/nothing-to-review.svg'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { Panel } from '../../ui/page/panel.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import { ProofCard } from './proof-card.tsx'
import classes from './proofs.module.css'
import { QueueActions } from './queue-actions.tsx'
import { QueueLegend } from './queue-legend.tsx'
import { RejectProofDialog } from './reject-proof-dialog.tsx'
import { type ProofNews, useDecideProof } from './use-decide-proof.ts'
import { useProofQueue } from './use-proof-queue.ts'
import { type QueueKey, useQueueKeys } from './use-queue-keys.ts'

/** One proof at a time; deciding one shows the next. */
export function ProofQueue({ mayDecide }: { mayDecide: boolean }) {
  const t = useT()
  const region = useRef<HTMLElement>(null)
  const [isOn, setOn] = useLocalStorage({ key: 'proof-keys', defaultValue: true })
  const [isLegendOpen, legend] = useDisclosure(false)
  const [isRejecting, rejecting] = useDisclosure(false)
  const { query, proof, place, hasMore, go, drop } = useProofQueue()
  const { decide, news, isPending } = useDecideProof((decided: AdminProof) => {
    rejecting.close()
    drop(decided)
    region.current?.focus({ preventScroll: true })
  })
  const approve = () => proof && mayDecide && decide(proof, { decision: 'approved', reason: '' })
  const keys: Record<QueueKey, () => void> = {
    a: approve,
    r: () => proof && mayDecide && rejecting.open(),
    j: () => go(1),
    k: () => go(-1),
    '?': legend.toggle,
  }
  useQueueKeys(region, { isOn, onKey: (key) => keys[key]() })
  useFocusOnArrival(region, proof !== undefined)
  return (
    <>
      <QueueLegend
        mayDecide={mayDecide}
        isOn={isOn}
        onSwitch={setOn}
        isOpen={isLegendOpen}
        onToggle={legend.toggle}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the queue's keys work while it has the focus */}
      <section ref={region} tabIndex={0} className={classes.queue} aria-label={t('proofQueue.region')}>
        <div role="status">{news && <ProofNewsLine news={news} />}</div>
        <Panel>
          <QueryView query={query} skeleton={<Skeletons count={3} height={90} />}>
            {(waiting) =>
              proof ? (
                <>
                  <ProofCard proof={proof} place={place} count={waiting.length} hasMore={hasMore} />
                  <QueueActions
                    mayDecide={mayDecide}
                    isPending={isPending}
                    isFirst={place === 1}
                    isLast={place === waiting.length}
                    onApprove={approve}
                    onReject={rejecting.open}
                    onGo={go}
                  />
                </>
              ) : (
                <EmptyState
                  art={nothingToReview}
                  title={t('proofQueue.empty')}
                  text={t('proofQueue.emptyText')}
                />
              )
            }
          </QueryView>
        </Panel>
      </section>
      {proof && isRejecting && (
        <RejectProofDialog
          proof={proof}
          isPending={isPending}
          onReject={(reason) => decide(proof, { decision: 'rejected', reason })}
          onClose={rejecting.close}
        />
      )}
    </>
  )
}

/** Focus the queue, so that its keys work at once, unless the focus is already somewhere. */
function useFocusOnArrival(region: React.RefObject<HTMLElement | null>, isThere: boolean) {
  useEffect(() => {
    if (isThere && document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }, [region, isThere])
}

/** The last decision. It is final: the points are credited, or the member has read the reason. */
function ProofNewsLine({ news: { outcome, proof } }: { news: ProofNews }) {
  const t = useT()
  return (
    <p className={classes.news} data-outcome={outcome}>
      {t(`proofQueue.${outcome}`, { title: proof.title, name: proof.userName })}{' '}
      <Link to="/admin/members/$memberId" params={{ memberId: proof.userId }} className={blocks.link}>
        {t('proofQueue.decidedLink')}
      </Link>
    </p>
  )
}
