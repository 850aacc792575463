import {
  TAX_EARNINGS,
  TAX_RESIDENCES,
  type TaxClass,
  type TaxEarnings,
  type TaxPeriod,
  type TaxResidence,
} from '@chuma/contract/books/tax'
import { formatKes } from '@chuma/contract/format-money'
import { Badge, Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { formatBusinessDay, formatMonth } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { saveFile } from '../../ui/actions/download-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { FigureList } from '../../ui/figures/figure-list.tsx'
import { DayField, NumberInput } from '../../ui/forms/number-input.tsx'
import { AdminFrame } from '../../ui/frame/admin-frame.tsx'
import { Section } from '../../ui/page/section.tsx'
import { RowList } from '../../ui/states/staff-lists.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { CertificatePaper } from '../../wallet/tax/certificate-paper.tsx'
import rows from '../books.module.css'

/** Withholding tax: rates, months with their files and payments, and certificates. */
export function StaffTaxPage() {
  const t = useT()
  return (
    <AdminFrame title={t('staffTax.title')}>
      {({ permissions }) => (
        <>
          <Report mayDecide={permissions.includes('economy:manage')} />
          <CertificateSection />
        </>
      )}
    </AdminFrame>
  )
}

function Report({ mayDecide }: { mayDecide: boolean }) {
  const query = trpc.admin.getTaxReport.useQuery()
  return (
    <QueryView query={query} skeleton={<Skeletons count={3} height={120} />}>
      {({ classes, periods }) => (
        <>
          <PeriodsSection periods={periods} />
          <ClassesSection classes={classes} mayDecide={mayDecide} />
        </>
      )}
    </QueryView>
  )
}

type Of = { memberId: string; span: string }

/** A payee's certificate as they see it, with the PIN masked: its check code proves a printed one. */
function CertificateSection() {
  const t = useT()
  const [of, setOf] = useState<Of>()
  const form = useForm({ initialValues: { memberId: '', span: '' } })
  return (
    <Section title={t('staffTax.certificate')} text={t('staffTax.certificateText')}>
      <form
        onSubmit={form.onSubmit(({ memberId, span }) =>
          setOf({ memberId: memberId.trim(), span: span.trim() }),
        )}
      >
        <Stack>
          <TextInput label={t('staffTax.memberId')} required {...form.getInputProps('memberId')} />
          <TextInput
            label={t('staffTax.span')}
            placeholder="2026-11"
            required
            {...form.getInputProps('span')}
          />
          <Group>
            <Button type="submit" variant="default">
              {t('word.show')}
            </Button>
          </Group>
        </Stack>
      </form>
      {of && <Certificate of={of} />}
    </Section>
  )
}

function Certificate({ of }: { of: Of }) {
  const query = trpc.admin.getTaxCertificateOf.useQuery(of, { retry: false })
  return (
    <QueryView query={query} skeleton={<Skeletons count={1} height={240} />}>
      {(certificate) => <CertificatePaper certificate={certificate} />}
    </QueryView>
  )
}

function ClassesSection({ classes, mayDecide }: { classes: readonly TaxClass[]; mayDecide: boolean }) {
  const t = useT()
  const [isAdding, setAdding] = useState(false)
  return (
    <Section title={t('staffTax.classes')} text={t('staffTax.classesText')}>
      <RowList
        rows={classes}
        label={t('staffTax.classes')}
        empty={<p className={blocks.flush}>{t('staffTax.noClasses')}</p>}
      >
        {(each) => <ClassRow key={each.classId} of={each} />}
      </RowList>
      {mayDecide && (
        <div>
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('staffTax.addClass')}
          </Button>
        </div>
      )}
      <ClassDialog opened={isAdding} onClose={() => setAdding(false)} />
    </Section>
  )
}

function ClassRow({ of }: { of: TaxClass }) {
  const t = useT()
  const { earnings, residence, percent, validFrom, reason, decidedBy, isInForce } = of
  return (
    <li className={rows.row}>
      <div className={rows.head}>
        <span>
          {t(`taxEarnings.${earnings}`)}, {t(`taxResidence.${residence}`)}
        </span>
        <strong>{t('tax.percent', { percent })}</strong>
      </div>
      <div className={rows.head}>
        <span className={blocks.quiet}>
          {t('staffTax.classLine', { day: formatBusinessDay(validFrom), by: decidedBy, reason })}
        </span>
        {isInForce && <Badge variant="light">{t('staffTax.inForce')}</Badge>}
      </div>
    </li>
  )
}

type Values = {
  earnings: TaxEarnings[]
  residence: TaxResidence
  percent: number | string
  validFrom: string
  reason: string
}

const FIRST: Values = {
  earnings: [...TAX_EARNINGS],
  residence: 'resident',
  percent: 5,
  validFrom: '',
  reason: '',
}

/** Ask a second person for a rate from a later day on. */
function ClassDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT()
  const utils = trpc.useUtils()
  const form = useForm<Values>({ initialValues: FIRST })
  const add = useAction(trpc.admin.addTaxClasses, {
    onAccepted: onClose,
    form,
    onEnd: [utils.admin.getTaxReport],
  })
  return (
    <FormDialog
      {...{ opened, onClose }}
      title={t('staffTax.addClass')}
      action={t('correct.send')}
      isPending={add.isPending}
      form={form}
      onSend={(values) => add.run({ ...values, percent: Number(values.percent) })}
    >
      <Text c="dimmed">{t('staffTax.addText')}</Text>
      <Checkbox.Group label={t('staffTax.earnings')} {...form.getInputProps('earnings')}>
        <Stack gap="xs" mt="xs">
          {TAX_EARNINGS.map((each) => (
            <Checkbox key={each} value={each} label={t(`taxEarnings.${each}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <NativeSelect
        label={t('tax.residence')}
        data={TAX_RESIDENCES.map((value) => ({ value, label: t(`taxResidence.${value}`) }))}
        {...form.getInputProps('residence')}
      />
      <NumberInput label={t('staffTax.percent')} decimalScale={2} {...form.getInputProps('percent')} />
      <DayField label={t('word.fromDay')} {...form.getInputProps('validFrom')} />
      <Textarea label={t('word.reason')} maxLength={500} rows={3} {...form.getInputProps('reason')} />
    </FormDialog>
  )
}

function PeriodsSection({ periods }: { periods: readonly TaxPeriod[] }) {
  const t = useT()
  return (
    <Section title={t('word.months')} text={t('staffTax.monthsText')}>
      <RowList
        rows={periods}
        label={t('word.months')}
        empty={<p className={blocks.flush}>{t('staffTax.noMonths')}</p>}
      >
        {(period) => <PeriodRow key={period.month} period={period} />}
      </RowList>
    </Section>
  )
}

function PeriodRow({ period }: { period: TaxPeriod }) {
  const t = useT()
  const { month, state, payments, baseKes, taxKes, carriedKes, dueKes, dueOn, isOverdue } = period
  return (
    <li className={rows.row}>
      <div className={rows.head}>
        <strong>{formatMonth(month)}</strong>
        <Badge color={isOverdue ? 'red' : state === 'remitted' ? 'green' : 'gray'} variant="light">
          {t(isOverdue ? 'staffTax.overdue' : `taxMonth.${state}`)}
        </Badge>
      </div>
      <FigureList
        figures={[
          [t('staffTax.withheld'), formatKes(taxKes)],
          carriedKes < 0 && [t('staffTax.carried'), formatKes(carriedKes)],
          [t('staffTax.due', { day: formatBusinessDay(dueOn) }), formatKes(dueKes)],
        ]}
      />
      <p className={blocks.quiet}>{t('staffTax.payments', { payments, base: formatKes(baseKes) })}</p>
      {period.reference && (
        <p className={blocks.quiet}>
          {t('staffTax.paidLine', {
            reference: period.reference,
            day: formatBusinessDay(period.paidOn ?? dueOn),
          })}
        </p>
      )}
      {period.contentHash && (
        <p className={`${blocks.quiet} ${blocks.words}`}>{`SHA-256 ${period.contentHash}`}</p>
      )}
      <PeriodActions period={period} />
    </li>
  )
}

function PeriodActions({ period }: { period: TaxPeriod }) {
  const t = useT()
  const { month, state, dueKes } = period
  const [isPaying, setPaying] = useState(false)
  const utils = trpc.useUtils()
  const file = useAction(trpc.admin.fileTaxMonth, {
    done: { title: t('staffTax.filed'), message: t('staffTax.filedText') },
    onFailed: (error) => {
      const message = isApiError(error) ? error.data?.fieldErrors?.month?.[0] : undefined
      if (message) showToast({ kind: 'error', title: t('staff.failedTitle'), message })
      return message !== undefined
    },
    onEnd: [utils.admin.getTaxReport],
  })
  const read = useAction(trpc.admin.readTaxFile, {
    onDone: ({ name, csv, withoutPin }) => {
      saveFile(name, new Blob([csv], { type: 'text/csv' }))
      saveFile(`without-pin-${name}`, new Blob([withoutPin], { type: 'text/csv' }))
    },
  })
  return (
    <div className={blocks.actions}>
      {state === 'open' && (
        <Button loading={file.isPending} onClick={() => file.run({ month })}>
          {t('staffTax.file')}
        </Button>
      )}
      {(state === 'filed' || state === 'remitted') && (
        <Button variant="default" loading={read.isPending} onClick={() => read.run({ month })}>
          {t('staffTax.download')}
        </Button>
      )}
      {state === 'filed' && dueKes > 0 && (
        <Button onClick={() => setPaying(true)}>{t('staffTax.recordPayment')}</Button>
      )}
      <RemitDialog period={period} opened={isPaying} onClose={() => setPaying(false)} />
    </div>
  )
}

type RemitDialogProps = { period: TaxPeriod; opened: boolean; onClose: () => void }

/** Record that a filed month's tax was paid. */
function RemitDialog({ period: { month, dueKes }, opened, onClose }: RemitDialogProps) {
  const t = useT()
  const utils = trpc.useUtils()
  const form = useForm({ initialValues: { reference: '', paidOn: '' } })
  const remit = useAction(trpc.admin.recordTaxRemittance, {
    onDone: onClose,
    form,
    onEnd: [utils.admin.getTaxReport],
  })
  return (
    <FormDialog
      {...{ opened, onClose }}
      title={t('staffTax.recordPayment')}
      action={t('staffTax.record')}
      isPending={remit.isPending}
      form={form}
      onSend={(values) => remit.run({ month, amountKes: dueKes, ...values })}
    >
      <Text c="dimmed">
        {t('staffTax.recordText', { month: formatMonth(month), amount: formatKes(dueKes) })}
      </Text>
      <TextInput
        label={t('staffTax.reference')}
        description={t('staffTax.referenceHint')}
        data-autofocus
        maxLength={35}
        {...form.getInputProps('reference')}
      />
      <DayField label={t('staffTax.paidOn')} {...form.getInputProps('paidOn')} />
    </FormDialog>
  )
}
