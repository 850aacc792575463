import { isPremiumKind, PROOF_KINDS, type ProofKind } from '@chuma/contract/tasks/task-kinds'
import type { ProvenTask } from '@chuma/contract/tasks/tasks'
import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { PremiumLock } from '../../premium/premium-offer.tsx'
import { codeOf, isApiError, trpc } from '../../trpc.ts'
import { ExternalLink } from '../../ui/actions/external-link.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import provenTaskCardClasses from '../task-card.module.css'
import proofFormClasses from '../task-card.module.css'
import classes from '../task-section.module.css'
import { Instructions, TaskCard, TaskSection, useNoticeLapse } from '../task-section.tsx'

/** Tasks that members prove. */
export function SocialTab({ isPremium }: { isPremium: boolean }) {
  const t = useT()
  return (
    <div className={classes.sections}>
      {PROOF_KINDS.map((kind) =>
        isPremium || !isPremiumKind(kind) ? (
          <ProvenTasks key={kind} kind={kind} />
        ) : (
          <PremiumLock
            key={kind}
            title={t(`proven.${kind}.lockedTitle`)}
            text={t(`proven.${kind}.lockedText`)}
          />
        ),
      )}
    </div>
  )
}

/** Refetched on return, because staff decide at any time. */
const LIVELY = { staleTime: 0, refetchOnWindowFocus: true }

function ProvenTasks({ kind }: { kind: ProofKind }) {
  const t = useT()
  const tasks = trpc.tasks.listProvenTasks.useQuery({ kind }, LIVELY)
  useNoticeLapse(tasks.error)
  return (
    <TaskSection
      id={`${kind}-title`}
      title={t(`activityKind.${kind}`)}
      lead={t(`proven.${kind}.lead`)}
      query={tasks}
      empty={{ title: t(`proven.${kind}.emptyTitle`), text: t(`proven.${kind}.emptyText`) }}
    >
      {(task) => <ProvenTaskCard task={task} />}
    </TaskSection>
  )
}

/** A task that pays once staff have approved a proof. */
export function ProvenTaskCard({ task }: { task: ProvenTask }) {
  const titleId = useId()
  const { id, title, description, points, instructions, url, proof } = task
  const t = useT()
  const canHandIn = proof === null || proof.state === 'rejected'
  return (
    <TaskCard title={title} titleId={titleId} description={description} points={points} isDone={!canHandIn}>
      <Instructions text={instructions} />
      {url && <ExternalLink href={url}>{t('proof.goThere')}</ExternalLink>}
      {proof && <ProofStanding proof={proof} />}
      {canHandIn && <HandIn id={id} titleId={titleId} isAgain={proof !== null} />}
    </TaskCard>
  )
}

/** The form replaces its button, and closing it restores the button. */
function HandIn({ id, titleId, isAgain }: { id: string; titleId: string; isAgain: boolean }) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (isOpen) return <ProofForm taskId={id} titleId={titleId} onCancel={() => setIsOpen(false)} />
  return (
    <Button ref={button} aria-describedby={titleId} onClick={() => setIsOpen(true)}>
      {t(isAgain ? 'proof.again' : 'proof.start')}
    </Button>
  )
}

type Proof = NonNullable<ProvenTask['proof']>

const FACES = {
  submitted: { tone: 'wait', Icon: IconClock },
  approved: { tone: 'good', Icon: IconCheck },
  rejected: { tone: 'bad', Icon: IconX },
} as const satisfies Record<Proof['state'], unknown>

/** The decision on the submitted proof. */
function ProofStanding({ proof }: { proof: Proof }) {
  const t = useT()
  const { state, reason, submittedAt } = proof
  const time = formatDateTime(submittedAt)
  return (
    <div className={provenTaskCardClasses.standing}>
      <StatusBadge {...FACES[state]}>{t(`proof.${state}`)}</StatusBadge>
      {reason && (
        <p>
          <strong>{t('proof.reason')}:</strong> {reason}
        </p>
      )}
      <p className={blocks.quiet}>
        {state === 'rejected' ? t('proof.rejectedText') : t(`proof.${state}Text`, { time })}
      </p>
    </div>
  )
}

const MAX_CHARACTERS = 2000

type Props = { taskId: string; titleId: string; onCancel: () => void }
type ProofValues = { proof: string }

export function ProofForm({ taskId, titleId, onCancel }: Props) {
  const t = useT()
  const form = useForm<ProofValues>({ initialValues: { proof: '' } })
  const { tasks } = trpc.useUtils()
  const reload = () => {
    void tasks.listProvenTasks.invalidate()
    void tasks.getToday.invalidate()
  }
  const submitting = useAction(trpc.tasks.submitProof, {
    done: { title: t('proof.sentTitle'), message: t('proof.sent') },
    onDone: reload,
    failure: { title: t('proof.failedTitle'), offline: t('earn.offline') },
    onFailed: (error) => {
      showFieldErrors(form, error)
      // Submitted elsewhere, or closed: reload to show the server's state. What was typed stays while it is useful.
      if (isApiError(error) && codeOf(error) !== 'INVALID_INPUT') reload()
    },
  })

  const submit = ({ proof }: ProofValues) => {
    if (proof.trim()) return submitting.run({ id: taskId, proof })
    form.setFieldError('proof', t('proof.missing'))
    form.getInputNode('proof')?.focus()
  }
  const count = form.values.proof.length
  return (
    <form
      onSubmit={form.onSubmit(submit)}
      noValidate
      className={proofFormClasses.form}
      aria-labelledby={titleId}
    >
      <Textarea
        label={t('proof.label')}
        description={`${t('proof.hint')} ${t('proof.characters', { count, max: MAX_CHARACTERS })}`}
        rows={4}
        maxLength={MAX_CHARACTERS}
        // Focus the form: the button that opened it is gone.
        autoFocus
        {...form.getInputProps('proof')}
      />
      <div className={proofFormClasses.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('dialog.cancel')}
        </Button>
        <Button type="submit" loading={submitting.isPending}>
          {t('proof.submit')}
        </Button>
      </div>
    </form>
  )
}
