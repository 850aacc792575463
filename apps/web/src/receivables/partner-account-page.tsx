import type { PartnerDebt } from '@chuma/contract/receivables/receivables'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { AdminFrame } from '../admin/frame/admin-frame.tsx'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { useT } from '../i18n/use-t.ts'
import { trpc } from '../trpc.ts'
import blocks from '../ui/blocks.module.css'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { NumberInput } from '../ui/forms/number-input.tsx'
import { BackLink } from '../ui/page/back-link.tsx'
import { Section } from '../ui/page/section.tsx'
import { QueryView } from '../ui/states/query-view.tsx'
import { Skeletons } from '../ui/states/skeletons.tsx'
import { InvoicesSection } from './invoices-section.tsx'
import { MonthsTable } from './months-table.tsx'
import { PartnerDebtRow } from './partner-debt-row.tsx'
import { ReceiptsSection } from './receipts-section.tsx'
import sheet from './receivables.module.css'
import { DifferencesSection } from './reports/differences-section.tsx'
import { ReportsSection } from './reports/reports-section.tsx'
import { usd } from './usd.ts'
import { useRefreshReceivables } from './use-refresh-receivables.ts'

/** One partner's account: what it owes, its invoices, payments and reports. */
export function PartnerAccountPage({ partnerId }: { partnerId: string }) {
  const t = useT()
  const query = trpc.admin.listReceivables.useQuery({ partnerId })
  const debt = query.data?.partners[0]
  return (
    <AdminFrame title={debt?.partnerName ?? t('receivables.title')} needs="ledger:verify">
      {() => (
        <>
          <BackLink to="/admin/receivables">{t('receivables.back')}</BackLink>
          <QueryView query={query} skeleton={<Skeletons count={3} height={160} />}>
            {({ partners, months }) => (
              <>
                {partners.map((one) => (
                  <Summary key={one.partnerId} debt={one} />
                ))}
                <Section title={t('receivables.months')} text={t('receivables.monthsText')}>
                  <MonthsTable months={months} isOne />
                </Section>
              </>
            )}
          </QueryView>
          <InvoicesSection partnerId={partnerId} />
          <ReceiptsSection partnerId={partnerId} />
          <ReportsSection partnerId={partnerId} />
          <DifferencesSection partnerId={partnerId} />
        </>
      )}
    </AdminFrame>
  )
}

function Summary({ debt }: { debt: PartnerDebt }) {
  const t = useT()
  const { exposureCents, ceilingCents } = debt
  const open = usd(exposureCents)
  return (
    <>
      <Section title={t('receivables.exposure')} text={t('receivables.exposureText')}>
        <p className={blocks.flush}>
          {ceilingCents === null
            ? t('receivables.noCeiling', { open })
            : t('receivables.exposureOf', { open, ceiling: usd(ceilingCents) })}
        </p>
        {ceilingCents !== null && (
          <meter
            className={sheet.meter}
            aria-label={t('receivables.exposure')}
            min={0}
            max={ceilingCents}
            high={ceilingCents * 0.8}
            optimum={0}
            value={Math.max(0, exposureCents)}
          />
        )}
        {ceilingCents !== null && exposureCents >= ceilingCents * 0.8 && (
          <p className={blocks.bad}>{t('receivables.near')}</p>
        )}
        <ul className={blocks.list}>
          <PartnerDebtRow debt={debt} />
        </ul>
      </Section>
      <Terms debt={debt} />
    </>
  )
}

function Terms({ debt: { partnerId, paymentDays } }: { debt: PartnerDebt }) {
  const t = useT()
  const refresh = useRefreshReceivables()
  const showFailure = useShowFailure()
  const form = useForm<{ paymentDays: number | string }>({ initialValues: { paymentDays } })
  const save = trpc.admin.setPaymentDays.useMutation({
    onSuccess: () => {
      showToast({ kind: 'success', title: t('receivables.daysSaved'), message: '' })
      return refresh()
    },
    onError: showFailure,
  })
  return (
    <Section title={t('receivables.terms')}>
      <form
        onSubmit={form.onSubmit((values) =>
          save.mutate({ partnerId, paymentDays: Number(values.paymentDays) }),
        )}
      >
        <NumberInput
          label={t('receivables.paymentDays')}
          allowDecimal={false}
          {...form.getInputProps('paymentDays')}
        />
        <Button mt="sm" type="submit" variant="default" loading={save.isPending}>
          {t('receivables.saveDays')}
        </Button>
      </form>
    </Section>
  )
}
