import type { ApprovalRequest } from '@chuma/contract/admin/approvals/approvals'
import { formatKes } from '@chuma/contract/format-money'
import { listOtherReasons } from '@chuma/contract/payouts/other-reasons'
import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { WithdrawalRisk } from '../../payouts/approvals/withdrawal-risk.tsx'
import { WithdrawalHolds } from '../../payouts/holds/withdrawal-holds.tsx'
import { staffDestination } from '../../payouts/staff-destination.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Amount } from '../../ui/figures/amount.tsx'
import { nameSubject } from '../audit/name-subject.ts'
import classes from '../figures.module.css'

/** Who and what a request is about: the member, the amount, and of a withdrawal its destination and risk. */
export function RequestFacts({ request }: { request: ApprovalRequest }) {
  const t = useT()
  const { subject, before, amountKes, memberId, memberName } = request
  const [kind, id = ''] = subject.split(':')
  const isWithdrawal = kind === 'withdrawal'
  const about = [nameSubject(t, subject), ...listTitles(before)].join(': ')
  return (
    <dl className={classes.facts}>
      {memberId && (
        <div>
          <dt>{t('approvals.member')}</dt>
          <dd>
            <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
              {memberName}
            </Link>
          </dd>
        </div>
      )}
      {kind !== 'member' && !isWithdrawal && (
        <div>
          <dt>{t('approvals.about')}</dt>
          <dd>{about}</dd>
        </div>
      )}
      {isWithdrawal && <WithdrawalFacts id={id} />}
      {!isWithdrawal && amountKes !== null && (
        <div>
          <dt>{t('approvals.amount')}</dt>
          <dd>{formatKes(amountKes)}</dd>
        </div>
      )}
    </dl>
  )
}

/** What is changed but not renamed is nowhere else called by its title. */
function listTitles(before: ApprovalRequest['before']): string[] {
  if (typeof before !== 'object' || before === null || Array.isArray(before)) return []
  return typeof before.title === 'string' ? [before.title] : []
}

/** As in the list of withdrawals: the destination is masked for everyone. */
function WithdrawalFacts({ id }: { id: string }) {
  const t = useT()
  const { data } = trpc.admin.listWithdrawals.useQuery({ search: id, limit: 1 }, { staleTime: 0 })
  const withdrawal = data?.[0]
  if (!withdrawal) return null
  const { pointsToWithdraw, amountKes, withdrawalMethod } = withdrawal
  const reasons = listOtherReasons(withdrawal).map((reason) => t(`reviewReason.${reason}`))
  return (
    <>
      <div>
        <dt>{t('approvals.amount')}</dt>
        <dd>
          <Amount points={pointsToWithdraw} kes={amountKes} size="sm" />
        </dd>
      </div>
      <div>
        <dt>{t('approvals.destination')}</dt>
        <dd>
          {t(`method.${withdrawalMethod}`)} {staffDestination(withdrawal)}
        </dd>
      </div>
      <div>
        <dt>{t('approvals.risk')}</dt>
        <dd>
          <WithdrawalRisk withdrawal={withdrawal} />
          {withdrawal.isInReview && reasons.length > 0 && (
            <p className={blocks.flush}>{reasons.join(' · ')}</p>
          )}
          <WithdrawalHolds withdrawal={withdrawal} />
        </dd>
      </div>
    </>
  )
}
