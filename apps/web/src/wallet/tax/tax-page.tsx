import type { OwnTax, TaxResidence } from '@chuma/contract/books/tax'
import { formatKes } from '@chuma/contract/format-money'
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatMonth } from '../../i18n/format-date.ts'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import { useAction } from '../../ui/actions/use-action.ts'
import blocks from '../../ui/blocks.module.css'
import choices from '../../ui/forms/choices.module.css'
import { BackLink } from '../../ui/page/back-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { QueryView, Skeletons } from '../../ui/states/states.tsx'
import { CertificatePaper } from './certificate-paper.tsx'
import classes from './tax.module.css'

/** A member's own tax: what they declare, today's rates, and their certificates. */
export function TaxPage({ span }: { span: string | undefined }) {
  const t = useT()
  const query = trpc.wallet.getTax.useQuery()
  return (
    <div className={classes.printed}>
      <Page
        title={t('word.tax')}
        lead={t('tax.lead')}
        aside={<BackLink to="/withdraw">{t('word.withdraw')}</BackLink>}
      >
        <div className={blocks.sections}>
          {span && <OwnCertificate span={span} />}
          <QueryView query={query} skeleton={<Skeletons count={3} height={120} />}>
            {(tax) => (
              <div className={classes.tools}>
                <CertificatesSection tax={tax} />
                <RatesSection tax={tax} />
                <TaxDetails tax={tax} />
              </div>
            )}
          </QueryView>
        </div>
      </Page>
    </div>
  )
}

function OwnCertificate({ span }: { span: string }) {
  const t = useT()
  const query = trpc.wallet.getTaxCertificate.useQuery({ span }, { retry: false })
  return (
    <>
      <div className={classes.tools}>
        <Button
          variant="default"
          leftSection={<IconPrinter aria-hidden size={20} />}
          onClick={() => window.print()}
        >
          {t('word.print')}
        </Button>
      </div>
      <QueryView query={query} skeleton={<Skeletons count={1} height={320} />}>
        {(certificate) => <CertificatePaper certificate={certificate} />}
      </QueryView>
    </>
  )
}

function CertificatesSection({ tax: { months } }: { tax: OwnTax }) {
  const t = useT()
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))]
  return (
    <Section title={t('tax.certificates')} text={t('tax.certificatesText')}>
      {months.length === 0 && <p className={blocks.flush}>{t('tax.noCertificates')}</p>}
      <ul className={blocks.list} aria-label={t('tax.certificates')}>
        {years.map((year) => (
          <li key={year} className={classes.row}>
            <Link to="/tax" search={{ span: year }} className={blocks.link}>
              {t('tax.ofYear', { year })}
            </Link>
          </li>
        ))}
        {months.map(({ month, baseKes, taxKes }) => (
          <li key={month} className={classes.row}>
            <Link to="/tax" search={{ span: month }} className={blocks.link}>
              {formatMonth(month)}
            </Link>
            <span className={blocks.quiet}>
              {t('tax.monthLine', { tax: formatKes(taxKes), base: formatKes(baseKes) })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function RatesSection({ tax: { rates } }: { tax: OwnTax }) {
  const t = useT()
  return (
    <Section title={t('tax.rates')} text={t('tax.ratesText')}>
      <dl className={classes.facts}>
        {rates.map(({ earnings, percent }) => (
          <div key={earnings} className={classes.fact}>
            <dt>{t(`taxEarnings.${earnings}`)}</dt>
            <dd>{t('tax.percent', { percent })}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

/** Residence and KRA PIN. Both count for payments that leave from now on. */
function TaxDetails({ tax }: { tax: OwnTax }) {
  const t = useT()
  return (
    <Section title={t('tax.details')} text={t('tax.detailsText')}>
      <ResidenceForm residence={tax.residence} />
      <PinForm maskedPin={tax.maskedPin} />
    </Section>
  )
}

function useSave(form?: UseFormReturnType<{ pin: string }>) {
  const t = useT()
  const utils = trpc.useUtils()
  return useAction(trpc.wallet.setTaxDetails, {
    onDone: (tax) => utils.wallet.getTax.setData(undefined, tax),
    done: { title: t('word.saved'), message: t('tax.savedText') },
    failure: { title: t('word.notSaved'), offline: t('state.failedText') },
    ...(form && { form }),
  })
}

function ResidenceForm({ residence }: { residence: TaxResidence }) {
  const t = useT()
  const [chosen, setChosen] = useState(residence)
  const save = useSave()
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('tax.residence')}
        description={t('tax.residenceHint')}
        value={chosen}
        onChange={(value) => setChosen(value === 'resident' ? 'resident' : 'non-resident')}
      >
        <Radio value="resident" classNames={choices} label={t('taxResidence.resident')} />
        <Radio value="non-resident" classNames={choices} label={t('taxResidence.non-resident')} />
      </Radio.Group>
      {chosen !== residence && (
        <Group>
          <Button loading={save.isPending} onClick={() => save.run({ residence: chosen })}>
            {t('tax.saveResidence')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function PinForm({ maskedPin }: { maskedPin: string | null }) {
  const t = useT()
  const form = useForm({ initialValues: { pin: '' } })
  const save = useSave(form)
  return (
    <form onSubmit={form.onSubmit(({ pin }) => save.run({ pin }, () => form.reset()))} noValidate>
      <Stack gap="sm">
        {maskedPin && <Text>{t('tax.pinSaved', { pin: maskedPin })}</Text>}
        <TextInput
          label={t(maskedPin ? 'tax.newPin' : 'tax.pin')}
          description={t('tax.pinHint')}
          placeholder="A123456789B"
          autoComplete="off"
          maxLength={20}
          {...form.getInputProps('pin')}
        />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('tax.savePin')}
          </Button>
          {maskedPin && (
            <Button variant="default" loading={save.isPending} onClick={() => save.run({ pin: null })}>
              {t('tax.removePin')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
