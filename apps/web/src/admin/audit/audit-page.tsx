import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { trpc } from '../../trpc.ts'
import blocks from '../../ui/blocks.module.css'
import { DayField } from '../../ui/forms/day-field.tsx'
import { Section } from '../../ui/page/section.tsx'
import { CsvDownload } from '../csv-download.tsx'
import { AdminFrame } from '../frame/admin-frame.tsx'
import classes from './audit.module.css'
import { AUDIT_ACTIONS, isKnownAction } from './audit-actions.ts'
import { readAuditSearch } from './audit-filter.ts'
import { AuditList } from './audit-list.tsx'
import type { AuditSearch } from './audit-search.ts'

/** The audit log: who did what to whom, why and from where. */
export function AuditPage({ search }: { search: AuditSearch }) {
  const t = useT()
  return (
    <AdminFrame title={t('audit.title')} needs="audit:read">
      {() => (
        <>
          <FilterForm key={JSON.stringify(search)} search={search} />
          <AuditList search={search} />
        </>
      )}
    </AdminFrame>
  )
}

const EMPTY = { actor: '', person: '', action: '', subject: '', from: '', to: '' }

function FilterForm({ search }: { search: AuditSearch }) {
  const t = useT()
  const navigate = useNavigate()
  const { client } = trpc.useUtils()
  const form = useForm({
    initialValues: { ...EMPTY, ...search },
    validate: { to: (to, { from }) => (to && from > to ? t('audit.wrongDays') : null) },
  })
  const go = (filters: AuditSearch) =>
    void navigate({ to: '/admin/audit', search: filters, resetScroll: false })
  return (
    <Section title={t('audit.filters')} text={t('audit.text')}>
      <form
        noValidate
        aria-label={t('audit.filters')}
        onSubmit={form.onSubmit((values) => go(readAuditSearch(values)))}
      >
        <div className={classes.fields}>
          <TextInput
            label={t('audit.actor')}
            description={t('audit.actorHint')}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            {...form.getInputProps('actor')}
          />
          <TextInput
            label={t('audit.person')}
            description={t('audit.personHint')}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            {...form.getInputProps('person')}
          />
          <TextInput
            label={t('audit.subject')}
            description={t('audit.subjectHint')}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            {...form.getInputProps('subject')}
          />
          <ActionField {...form.getInputProps('action')} />
          <DayField label={t('audit.from')} {...form.getInputProps('from')} />
          <DayField label={t('audit.to')} {...form.getInputProps('to')} />
        </div>
        <div className={classes.actions}>
          <Button type="submit">{t('audit.apply')}</Button>
          <Button variant="default" onClick={() => go({})}>
            {t('audit.clear')}
          </Button>
          <CsvDownload fileName="chuma-audit.csv" load={() => client.admin.exportAudit.query(search)}>
            {t('audit.download')}
          </CsvDownload>
        </div>
        <p className={blocks.quiet}>{t('audit.downloadHint')}</p>
      </form>
    </Section>
  )
}

type ActionProps = { value?: string; onChange?: (event: unknown) => void }

function ActionField({ value = '', onChange }: ActionProps) {
  const t = useT()
  const known = AUDIT_ACTIONS.map((action) => ({ value: action, label: t(`auditAction.${action}`) }))
  const other = value && !isKnownAction(value) ? [{ value, label: value }] : []
  return (
    <NativeSelect
      label={t('audit.action')}
      data={[{ value: '', label: t('audit.anyAction') }, ...known, ...other]}
      value={value}
      {...(onChange && { onChange })}
    />
  )
}
