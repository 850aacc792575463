import { APPROVAL_STATES, type ApprovalState as RequestState } from '@chuma/contract/admin/approval-kinds'
import type { ApprovalRequest } from '@chuma/contract/admin/approvals'
import { formatKes } from '@chuma/contract/format-money'
import { listOtherReasons } from '@chuma/contract/payouts/next-step'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import nothingToReview from '../../art/nothing-to-review.svg'
import { useT } from '../../i18n/use-t.ts'
import { nameRequest, RequestPanel, WithdrawalChange } from '../../payouts/approvals/request-panel.tsx'
import { WithdrawalRisk } from '../../payouts/approvals/withdrawal-actions.tsx'
import { staffDestination } from '../../payouts/data.ts'
import { WithdrawalHolds } from '../../payouts/withdrawal-list.tsx'
import { FewMembers } from '../../surveys/eligibility/test-fields.tsx'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { Amount } from '../../ui/figures/amount.tsx'
import classes from '../../ui/figures/figures.module.css'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { Fact, Section } from '../../ui/page/section.tsx'
import list from '../../ui/states/list.module.css'
import { PagedList, useStateFilter } from '../../ui/states/staff-lists.tsx'
import { Differences, nameSubject } from '../audit/differences.tsx'

/** Changes that wait for a second person, and the decisions. */
export function ApprovalsPage() {
  const t = useT()
  return <AdminFrame title={t('approvals.title')}>{() => <ApprovalsSection />}</AdminFrame>
}

const PAGE_SIZE = 25
/** What the list asks for at first. */
export const FIRST_APPROVALS = { limit: PAGE_SIZE, state: 'waiting' } as const

function ApprovalsSection() {
  const t = useT()
  const { pages, filter, input } = useStateFilter<RequestState>({
    size: PAGE_SIZE,
    states: APPROVAL_STATES,
    first: 'waiting',
    describe: (each) => t(`approvalState.${each}`),
  })
  const query = trpc.admin.listApprovals.useQuery(input, { placeholderData: keepPreviousData, staleTime: 0 })
  return (
    <Section text={t('approvals.text')}>
      {filter}
      <PagedList
        query={query}
        pages={pages}
        label={t('approvals.title')}
        rowHeight={120}
        empty={{ art: nothingToReview, title: t('approvals.none'), text: t('approvals.noneText') }}
      >
        {(request) => <ApprovalRow key={request.id} request={request} />}
      </PagedList>
    </Section>
  )
}

/** What somebody asked for, with whom it is about and what it would change. */
function ApprovalRow({ request }: { request: ApprovalRequest }) {
  const t = useT()
  return (
    <li className={list.row} aria-label={nameRequest(t, request)}>
      <RequestPanel request={request}>
        <RequestFacts request={request} />
        <RequestedChange request={request} />
      </RequestPanel>
    </li>
  )
}

/** Who and what a request is about: the member, the amount, and of a withdrawal its destination and risk. */
function RequestFacts({ request }: { request: ApprovalRequest }) {
  const t = useT()
  const { subject, before, amountKes, memberId, memberName } = request
  const [kind, id = ''] = subject.split(':')
  const isWithdrawal = kind === 'withdrawal'
  const about = [nameSubject(t, subject), ...listTitles(before)].join(': ')
  return (
    <dl className={classes.facts}>
      {memberId && (
        <Fact label={t('approvals.member')}>
          <Link to="/admin/members/$memberId" params={{ memberId }} className={blocks.link}>
            {memberName}
          </Link>
        </Fact>
      )}
      {kind !== 'member' && !isWithdrawal && <Fact label={t('approvals.about')}>{about}</Fact>}
      {isWithdrawal && <WithdrawalFacts id={id} />}
      {!isWithdrawal && amountKes !== null && (
        <Fact label={t('approvals.amount')}>{formatKes(amountKes)}</Fact>
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
      <Fact label={t('approvals.amount')}>
        <Amount points={pointsToWithdraw} kes={amountKes} size="sm" />
      </Fact>
      <Fact label={t('approvals.destination')}>
        {t(`method.${withdrawalMethod}`)} {staffDestination(withdrawal)}
      </Fact>
      <Fact label={t('approvals.risk')}>
        <WithdrawalRisk withdrawal={withdrawal} />
        {withdrawal.isInReview && reasons.length > 0 && <p className={blocks.flush}>{reasons.join(' · ')}</p>}
        <WithdrawalHolds withdrawal={withdrawal} />
      </Fact>
      <Fact label={t('approvals.case')}>
        <Link to="/admin/withdrawals" search={{ case: id }} className={blocks.link}>
          {t('approvals.openCase')}
        </Link>
      </Fact>
    </>
  )
}

/** The words of the profile's questions are only loaded for a request that is about them. */
const RequestedRule = lazy(async () => ({
  default: (await import('../../surveys/eligibility/test-fields.tsx')).RequestedRule,
}))

/** What a request would change: in words where its parts do not speak for themselves. */
function RequestedChange({ request }: { request: ApprovalRequest }) {
  const { kind, subject, before, after } = request
  if (subject.startsWith('withdrawal:')) return <WithdrawalChange request={request} />
  const differences = <Differences before={before} after={after} />
  if (kind === 'save-eligibility') {
    return (
      <Suspense fallback={null}>
        <RequestedRule before={before} after={after} fallback={differences} />
      </Suspense>
    )
  }
  const { members, ...rest } = typeof after === 'object' && !Array.isArray(after) ? { ...after } : {}
  const isFew = kind.endsWith('-survey') && (members === null || typeof members === 'number')
  if (!isFew) return differences
  return (
    <>
      <Differences before={before} after={rest} />
      <p className={blocks.flush}>
        <FewMembers members={members} />
      </p>
    </>
  )
}
