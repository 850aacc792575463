import type { ProvenTask } from '@chuma/contract/tasks/tasks'
import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { ExternalLink } from '../../ui/actions/external-link.tsx'
import { Instructions } from '../instructions.tsx'
import { TaskCard } from '../task-card.tsx'
import { ProofForm } from './proof-form.tsx'
import { ProofStanding } from './proof-standing.tsx'

/** A task whose points come when somebody has looked at what was handed in for it. */
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

/** The form opens in the place of its button, and gives it back. */
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
