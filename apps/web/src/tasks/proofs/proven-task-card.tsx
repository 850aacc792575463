import type { ProvenTask } from '@chuma/contract/tasks/tasks'
import { Button } from '@mantine/core'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { ExternalLink } from '../../ui/actions/external-link.tsx'
import blocks from '../../ui/blocks.module.css'
import { StatusBadge } from '../../ui/figures/status-badge.tsx'
import { Instructions } from '../instructions.tsx'
import classes from '../task-card.module.css'
import { TaskCard } from '../task-card.tsx'
import { ProofForm } from './proof-form.tsx'

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
  const { tone, Icon } = FACES[state]
  const time = formatDateTime(submittedAt)
  return (
    <div className={classes.standing}>
      <StatusBadge tone={tone} icon={<Icon size={16} />}>
        {t(`proof.${state}`)}
      </StatusBadge>
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
