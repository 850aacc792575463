import type { StatementMapping } from '@chuma/contract/books/statement-mapping'
import type { ImportedStatement } from '@chuma/contract/books/statements'
import { NativeSelect } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { CsvUpload } from '../../admin/csv-upload.tsx'
import { useShowFailure } from '../../admin/use-show-failure.ts'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { Section } from '../../ui/page/section.tsx'
import { ImportResult } from './import-result.tsx'
import { MappingFields, PortalFields } from './mapping-fields.tsx'
import {
  type MappingValues,
  NEW_MAPPING,
  type PortalValues,
  toBank,
  toFormField,
  toPortal,
  toValues,
} from './mapping-form.ts'
import { useRefreshStatements } from './use-refresh-statements.ts'

const MPESA = 'mpesa'
const NEW = 'new'

/** Uploads a statement of M-Pesa, or of a bank whose columns staff have named. */
export function ImportSection() {
  const t = useT()
  const mappings = trpc.admin.listStatementMappings.useQuery()
  const [account, setAccount] = useState(MPESA)
  const form = useForm<MappingValues>({ initialValues: NEW_MAPPING })
  const choose = (next: string) => {
    setAccount(next)
    const saved = mappings.data?.find((mapping) => mapping.account === next)
    form.setValues(saved ? toValues(saved) : NEW_MAPPING)
    form.clearErrors()
  }
  return (
    <Section title={t('statementDesk.import')} text={t('statementDesk.importText')}>
      <NativeSelect
        label={t('statementDesk.account')}
        value={account}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={listAccounts(mappings.data ?? [], {
          mpesa: t('statementDesk.mpesa'),
          another: t('statementDesk.newBank'),
        })}
      />
      {account !== MPESA && <MappingFields form={form} isNew={account === NEW} />}
      <Upload key={account} form={account === MPESA ? null : form} />
    </Section>
  )
}

function listAccounts(saved: readonly StatementMapping[], words: { mpesa: string; another: string }) {
  return [
    { value: MPESA, label: words.mpesa },
    ...saved.map(({ account, name }) => ({ value: account, label: name })),
    { value: NEW, label: words.another },
  ]
}

type Asked = { columns?: string; dateOrder?: string }

/** `form`: how a bank's file is read; null for M-Pesa's, about which the server asks what it cannot know. */
function Upload({ form }: { form: UseFormReturnType<MappingValues> | null }) {
  const t = useT()
  const refresh = useRefreshStatements()
  const showFailure = useShowFailure()
  // What was checked: rows are never removed, so a mapping that was changed since has to be checked again.
  const [checked, setChecked] = useState<string>()
  const portal = useForm<PortalValues>({ initialValues: { dateOrder: '' } })
  const [asked, setAsked] = useState<Asked>({})
  const now = JSON.stringify(form?.getValues() ?? portal.getValues())
  const request = trpc.admin.importStatement.useMutation({
    onSuccess: ({ isImported }) => {
      if (isImported) void refresh()
    },
  })
  const send = async ({ csv, isDryRun }: { csv: string; isDryRun: boolean }) => {
    form?.clearErrors()
    const result = await request.mutateAsync({
      csv,
      isDryRun,
      ...(form ? { bank: toBank(form.getValues()) } : toPortal(portal.getValues())),
    })
    setChecked(now)
    return result
  }
  return (
    <>
      <PortalFields form={portal} asked={asked} />
      <CsvUpload<ImportedStatement>
        labels={{
          file: t('statementDesk.file'),
          placeholder: t('statementDesk.placeholder'),
          missing: t('statementDesk.missing'),
          check: t('statementDesk.check'),
          import: t('statementDesk.importAction'),
        }}
        send={send}
        isReady={({ isImported }) => !isImported && checked === now}
        onFailure={(error) => {
          const { columns, dateOrder } = readAsked(error)
          if (columns || dateOrder)
            setAsked({ ...asked, ...(columns && { columns }), ...(dateOrder && { dateOrder }) })
          else if (!form || !showAtFields(form, error)) showFailure(error)
        }}
      >
        {(result) => <ImportResult result={result} />}
      </CsvUpload>
    </>
  )
}

function readAsked(error: unknown): Asked {
  const fieldErrors = isApiError(error) ? (error.data?.fieldErrors ?? {}) : {}
  const [columns] = fieldErrors.columns ?? []
  const [dateOrder] = fieldErrors.dateOrder ?? []
  return { ...(columns && { columns }), ...(dateOrder && { dateOrder }) }
}

/** Show the server's problems with the mapping at its fields. Returns whether there were any. */
function showAtFields(form: UseFormReturnType<MappingValues>, error: unknown): boolean {
  const fieldErrors = isApiError(error) ? (error.data?.fieldErrors ?? {}) : {}
  const found = Object.entries(fieldErrors).flatMap(([path, messages]) =>
    messages?.[0] ? [[toFormField(path), messages[0]] as const] : [],
  )
  form.setErrors(Object.fromEntries(found))
  const [first] = found
  if (first) form.getInputNode(first[0])?.focus()
  return found.length > 0
}
