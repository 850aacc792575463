import type { AdminMember } from '@chuma/contract/account/members'
import { formatKes } from '@chuma/contract/format-money'
import type { AdminPremiumPayment } from '@chuma/contract/premium/premium'
import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { actorName } from '../../admin/actor-name.ts'
import { useMay } from '../../admin/frame/use-staff-member.ts'
import { ReasonDialog } from '../../admin/reason-dialog.tsx'
import { formatDay } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { TimeAgo } from '../../ui/figures/time-ago.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { Skeletons } from '../../ui/states/skeletons.tsx'
import classes from './members.module.css'
import { useManageMember } from './use-manage-member.ts'

/** The member's premium: its end, its reason, its payments. Payments in review are decided here. */
export function MemberPremium({ member }: { member: AdminMember }) {
  const t = useT()
  const payments = trpc.admin.listPremiumPayments.useQuery(
    { memberId: member.id, limit: 100 },
    { staleTime: 0 },
  )
  return (
    <>
      <Text fw={600}>
        {member.premiumUntil
          ? t('member.premiumUntil', { day: formatDay(member.premiumUntil) })
          : t('member.notPremium')}
      </Text>
      {member.grants.length > 0 && (
        <section aria-labelledby="grants">
          <Title order={3} id="grants">
            {t('member.grants')}
          </Title>
          <ul className={classes.rows}>
            {member.grants.map(({ createdAt, kind, months, premiumUntil, actor, reason }) => (
              <li key={createdAt}>
                <Text fw={600}>{t(`member.grantKind.${kind}`)}</Text>
                <Text size="sm" c="dimmed">
                  {t('member.grantLine', {
                    months,
                    day: formatDay(premiumUntil),
                    name: actorName(t, actor),
                    reason,
                  })}
                </Text>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="payments">
        <Title order={3} id="payments">
          {t('member.payments')}
        </Title>
        <QueryView query={payments} skeleton={<Skeletons count={2} height={64} />}>
          {(rows) =>
            rows.length === 0 ? (
              <Text c="dimmed">{t('member.none')}</Text>
            ) : (
              <ul className={classes.rows}>
                {rows.map((payment) => (
                  <Payment key={payment.id} payment={payment} />
                ))}
              </ul>
            )
          }
        </QueryView>
      </section>
    </>
  )
}

function Payment({ payment }: { payment: AdminPremiumPayment }) {
  const t = useT()
  const mayDecide = useMay('premium:grant')
  const [decision, setDecision] = useState<'grant' | 'close' | null>(null)
  const { decide, isPending } = useManageMember(() => setDecision(null))
  const { id, amountKes, months, state, createdAt, receipt, note } = payment
  const label = decision === 'close' ? 'member.decideClose' : 'member.decideGrant'
  return (
    <li>
      <Text fw={600}>
        {t('member.payment', { kes: formatKes(amountKes), months })} · {t(`member.paymentState.${state}`)}
      </Text>
      <Text size="sm" c="dimmed">
        <TimeAgo date={createdAt} />
        {[receipt, note].filter(Boolean).map((text) => ` · ${text}`)}
      </Text>
      {state === 'review' && mayDecide && (
        <div className={classes.actions}>
          <Button onClick={() => setDecision('grant')}>{t('member.decideGrant')}</Button>
          <Button variant="default" onClick={() => setDecision('close')}>
            {t('member.decideClose')}
          </Button>
        </div>
      )}
      {decision && (
        <ReasonDialog
          title={t(label)}
          text={t('member.decideText')}
          action={t(label)}
          isPending={isPending}
          onClose={() => setDecision(null)}
          isDanger
          onSend={(reason) => decide({ id, decision, note: reason })}
        />
      )}
    </li>
  )
}
