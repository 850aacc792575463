import type { AdminProof } from '@chuma/contract/tasks/tasks'
import { Button, Switch, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure, useId, useLocalStorage } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import nothingToReview from '../../art/nothing-to-review.svg'
import type { MessageKey } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/use-t.ts'
import { codeOf, trpc } from '../../trpc.ts'
import { ExternalLink } from '../../ui/actions/external-link.tsx'
import { showFailure, useSingleFlight } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { Amount } from '../../ui/figures/amount.tsx'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { Panel } from '../../ui/page/page.tsx'
import { EmptyState, QueryView, Skeletons } from '../../ui/states/states.tsx'
import classes from './proofs.module.css'
import { type RejectForm, RejectProofDialog, useProofQueue } from './reject-proof-dialog.tsx'

/** The review queue for members' proofs. */
export function ProofsPage() {
  const t = useT()
  return (
    <AdminFrame title={t('proofQueue.title')}>
      {({ permissions }) => <ProofQueue mayDecide={permissions.includes('proofs:decide')} />}
    </AdminFrame>
  )
}

/** One proof at a time; deciding one shows the next. */
function ProofQueue({ mayDecide }: { mayDecide: boolean }) {
  const t = useT()
  const region = useRef<HTMLElement>(null)
  const [isOn, setOn] = useLocalStorage({ key: 'proof-keys', defaultValue: true })
  const [isLegendOpen, legend] = useDisclosure(false)
  const [isRejecting, rejecting] = useDisclosure(false)
  const { query, proof, place, hasMore, go, drop } = useProofQueue()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('proofQueue.reasonMissing')) },
  })
  const closeRejecting = () => {
    rejecting.close()
    form.reset()
  }
  const { decide, news, isPending } = useDecideProof(form, (decided: AdminProof) => {
    closeRejecting()
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
          form={form}
          isPending={isPending}
          onReject={(reason) => decide(proof, { decision: 'rejected', reason })}
          onClose={closeRejecting}
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

type ProofNews = { outcome: 'approved' | 'rejected' | 'elsewhere'; proof: AdminProof }
type Decision = { decision: 'approved' | 'rejected'; reason: string }

/**
 * Decide proofs, one at a time. If someone else decided first, the staff member is told and continues with the next.
 */
function useDecideProof(form: RejectForm, onDecided: (proof: AdminProof) => void) {
  const [news, setNews] = useState<ProofNews>()
  const deciding = trpc.admin.decideProof.useMutation()
  const tell = (outcome: ProofNews['outcome'], proof: AdminProof) => {
    setNews({ outcome, proof })
    onDecided(proof)
  }
  const decide = useSingleFlight(async (proof: AdminProof, { decision, reason }: Decision) => {
    try {
      await deciding.mutateAsync({ id: proof.id, memberId: proof.userId, decision, reason })
      tell(decision, proof)
    } catch (error) {
      if (codeOf(error) === 'PROOF_STATE') tell('elsewhere', proof)
      else if (!showFieldErrors(form, error)) showFailure(error)
    }
  })
  return { decide, news, isPending: deciding.isPending }
}

type QueueKey = 'a' | 'r' | 'j' | 'k' | '?'

const isKey = (key: string): key is QueueKey => ['a', 'r', 'j', 'k', '?'].includes(key)
const IS_TYPED_INTO = 'input, textarea, select, [contenteditable]'

/**
 * Handle single keys, only while the focus is in the queue (WCAG 2.1.4) and not in a text field. Bypasses React, whose
 * events also bubble from the queue's dialogs.
 */
function useQueueKeys(
  queue: RefObject<HTMLElement | null>,
  { isOn, onKey }: { isOn: boolean; onKey: (key: QueueKey) => void },
) {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if (!isKey(key) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.matches(IS_TYPED_INTO)) return
    event.preventDefault()
    // A held-down key decides one proof, not the whole queue.
    if (event.repeat && (key === 'a' || key === 'r')) return
    onKey(key)
  })
  useEffect(() => {
    const element = queue.current
    if (!isOn || !element) return
    const listen = (event: KeyboardEvent) => hear(event)
    element.addEventListener('keydown', listen)
    return () => element.removeEventListener('keydown', listen)
  }, [queue, isOn])
}

type QueueActionsProps = {
  mayDecide: boolean
  isPending: boolean
  isFirst: boolean
  isLast: boolean
  onApprove: () => void
  onReject: () => void
  onGo: (steps: 1 | -1) => void
}

/** The same actions as the keys, for mouse and touch. */
function QueueActions({
  mayDecide,
  isPending,
  isFirst,
  isLast,
  onApprove,
  onReject,
  onGo,
}: QueueActionsProps) {
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

type ProofCardProps = { proof: AdminProof; place: number; count: number; hasMore: boolean }

/** A submitted proof, with its task and its member. */
function ProofCard({ proof, place, count, hasMore }: ProofCardProps) {
  const t = useT()
  const { data: terms } = trpc.wallet.getTerms.useQuery()
  const { title, description, instructions, taskUrl, proofUrl, points, approvedBefore, rejectedBefore } =
    proof
  return (
    <article className={classes.card}>
      <p className={classes.quiet}>
        {t(hasMore ? 'proofQueue.placeMore' : 'proofQueue.place', { place, count })} ·{' '}
        {t(`activityKind.${proof.kind}`)} · {t('proofQueue.handedIn')} <TimeAgo date={proof.submittedAt} />
      </p>
      <Title order={2} size="h3" className={classes.words ?? ''}>
        {title}
      </Title>
      <div className={classes.columns}>
        <section aria-label={t('proofQueue.proof')} className={classes.proof}>
          <h3 className={classes.label}>{t('proofQueue.proof')}</h3>
          <p className={classes.words}>{proof.proof}</p>
          {proofUrl && <ExternalLink href={proofUrl}>{t('proofQueue.openProof')}</ExternalLink>}
        </section>
        <dl className={classes.facts}>
          <div>
            <dt>{t('proofQueue.instructions')}</dt>
            <dd className={classes.words}>{instructions || description}</dd>
            {taskUrl && (
              <dd>
                <ExternalLink href={taskUrl}>{t('proofQueue.openTask')}</ExternalLink>
              </dd>
            )}
          </div>
          <div>
            <dt>{t('proofQueue.member')}</dt>
            <dd className={classes.words}>
              {proof.userName} · {proof.userEmail}
            </dd>
            <dd className={classes.quiet}>
              {t('proofQueue.earlier', { approved: approvedBefore, rejected: rejectedBefore })}
            </dd>
          </div>
          <div>
            <dt>{t('proofQueue.pays')}</dt>
            <dd>
              <Amount points={points} kes={points * (terms?.kesPerPoint ?? 0)} />
            </dd>
          </div>
        </dl>
      </div>
    </article>
  )
}

type QueueLegendProps = {
  mayDecide: boolean
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  isOpen: boolean
  onToggle: () => void
}

const MOVES = [
  { key: 'J', does: 'proofQueue.keyNext' },
  { key: 'K', does: 'proofQueue.keyPrevious' },
  { key: '?', does: 'proofQueue.keyHelp' },
] as const satisfies readonly { key: string; does: MessageKey }[]
const DECISIONS = [
  { key: 'A', does: 'proofQueue.keyApprove' },
  { key: 'R', does: 'proofQueue.keyReject' },
] as const satisfies typeof MOVES | readonly { key: string; does: MessageKey }[]

/** Lists the keys, with a switch for people whom they disturb. */
function QueueLegend({ mayDecide, isOn, onSwitch, isOpen, onToggle }: QueueLegendProps) {
  const t = useT()
  const id = useId()
  return (
    <div className={classes.legend}>
      <div className={classes.legendHead}>
        <Switch
          size="md"
          label={t('proofQueue.keysOn')}
          description={t('proofQueue.keysHint')}
          checked={isOn}
          onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
        />
        <Button
          variant="default"
          leftSection={<IconKeyboard aria-hidden size={20} />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        >
          {t('proofQueue.keys')}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        <dl className={classes.keys} aria-label={t('proofQueue.legend')}>
          {[...(mayDecide ? DECISIONS : []), ...MOVES].map(({ key, does }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{t(does)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}
