import type { ApprovalRequest } from '@chuma/contract/admin/approvals/approvals'
import { formatKes } from '@chuma/contract/format-money'
import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDateTime } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import blocks from '../../ui/blocks.module.css'
import { actorName } from '../actor-name.ts'
import { nameSubject } from '../audit/name-subject.ts'
import list from '../list.module.css'
import { ApprovalState } from './approval-state.tsx'
import { DecideApprovalDialog } from './decide-approval-dialog.tsx'
import { RequestedChange } from './requested-change.tsx'
import type { Step } from './use-decide-approval.ts'

type Props = { request: ApprovalRequest; mayDecide: boolean }

/** What somebody asked for, what it would change, and what can be done about it. */
export function ApprovalRow({ request, mayDecide }: Props) {
  const t = useT()
  const { kind, state, amountKes, reason, requestedBy, createdAt } = request
  return (
    <li className={list.row} aria-label={t(`approvalKind.${kind}`)}>
      <div className={list.head}>
        <strong>
          {t(`approvalKind.${kind}`)}
          {amountKes !== null && ` · ${formatKes(amountKes)}`}
        </strong>
        <ApprovalState state={state} />
      </div>
      <p className={blocks.quiet}>
        {t('approvals.by', { name: actorName(t, requestedBy), time: formatDateTime(createdAt) })}
      </p>
      <Subject request={request} />
      {reason && <p className={blocks.flush}>{t('approvals.reason', { reason })}</p>}
      <RequestedChange request={request} />
      <Outcome request={request} />
      {state === 'waiting' && mayDecide && <Actions request={request} />}
    </li>
  )
}

function Subject({ request: { subject, before } }: Pick<Props, 'request'>) {
  const t = useT()
  const [kind, memberId = ''] = subject.split(':')
  if (kind !== 'member') {
    return <p className={blocks.flush}>{[nameSubject(t, subject), ...listTitles(before)].join(': ')}</p>
  }
  return (
    <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
      {t('approvals.member')}
    </Link>
  )
}

/** What is changed but not renamed is nowhere else called by its title. */
function listTitles(before: ApprovalRequest['before']): string[] {
  if (typeof before !== 'object' || before === null || Array.isArray(before)) return []
  return typeof before.title === 'string' ? [before.title] : []
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
