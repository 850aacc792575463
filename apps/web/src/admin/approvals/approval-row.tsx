import type { ApprovalRequest } from '@chuma/contract/admin/approvals/approvals'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { actorName } from '../actor-name.ts'
import list from '../list.module.css'
import { ApprovalState } from './approval-state.tsx'
import { DecideApprovalDialog } from './decide-approval-dialog.tsx'
import { nameRequest } from './name-request.ts'
import { RequestFacts } from './request-facts.tsx'
import { RequestedChange } from './requested-change.tsx'
import type { Step } from './use-decide-approval.ts'

type Props = { request: ApprovalRequest; mayDecide: boolean }

/** What somebody asked for, what it would change, and what can be done about it. */
export function ApprovalRow({ request, mayDecide }: Props) {
  const t = useT()
  const { state, reason, requestedBy, createdAt } = request
  const title = nameRequest(t, request)
  return (
    <li className={list.row} aria-label={title}>
      <div className={list.head}>
        <strong>{title}</strong>
        <ApprovalState state={state} />
      </div>
      <p className={blocks.quiet}>
        {t('approvals.by', { name: actorName(t, requestedBy), time: formatDateTime(createdAt) })}
      </p>
      <RequestFacts request={request} />
      {reason && <p className={blocks.flush}>{t('approvals.reason', { reason })}</p>}
      <RequestedChange request={request} />
      <Outcome request={request} />
      {state === 'waiting' && mayDecide && <Actions request={request} />}
    </li>
  )
}

/** When it ends or how it ended. */
function Outcome({
  request: { state, runsAt, expiresAt, decidedBy, decidedAt, note },
}: Pick<Props, 'request'>) {
  const t = useT()
  if (state === 'waiting') {
    const text = runsAt
      ? t('approvals.runsAt', { time: formatDateTime(runsAt) })
      : t('approvals.expiresAt', { time: formatDateTime(expiresAt) })
    return <p className={blocks.quiet}>{text}</p>
  }
  if (!decidedAt || !decidedBy) return null
  return (
    <>
      <p className={blocks.quiet}>
        {t('approvals.decidedBy', { name: actorName(t, decidedBy), time: formatDateTime(decidedAt) })}
      </p>
      {note && <p className={blocks.flush}>{t('approvals.note', { note })}</p>}
    </>
  )
}

function Actions({ request }: Pick<Props, 'request'>) {
  const t = useT()
  const [step, setStep] = useState<Step | null>(null)
  return (
    <Group gap="sm">
      {request.isOwn ? (
        <Button variant="default" onClick={() => setStep('withdraw')}>
          {t('approvals.withdraw')}
        </Button>
      ) : (
        <>
          <Button onClick={() => setStep('approve')}>{t('approvals.approve')}</Button>
          <Button variant="default" onClick={() => setStep('refuse')}>
            {t('approvals.refuse')}
          </Button>
        </>
      )}
      {step && <DecideApprovalDialog request={request} step={step} onClose={() => setStep(null)} />}
    </Group>
  )
}
